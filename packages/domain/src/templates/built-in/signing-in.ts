import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Signs in with a password and a code that comes later, each form submitted with the Enter key. */
export const signInWith2fa: WrittenTemplate = {
  name: "Sign-in with 2FA and wait for control text",
  description:
    "Types login and password, submits with Enter, waits for the code field and for the code itself, submits it with " +
    "Enter and waits for a text that only a signed-in visitor sees. If the site still shows the code field, the code is " +
    "asked for again: three times in all, with 120 seconds for each further one.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "login_input_css" } },
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    { type: "FILL_INPUT", selector: { variable: "password_input_css" }, value: { variable: "password_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "2fa_input_css" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "2fa_input_value",
      prompt: "Enter the code that the site has just sent.",
    },
    { type: "FILL_INPUT", selector: { variable: "2fa_input_css" }, value: { variable: "2fa_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    {
      type: "ASK_AGAIN_IF_ELEMENT",
      selector: { variable: "2fa_input_css" },
      name: "2fa_input_value",
      attempts: 3,
      waitTimeout: 120,
    },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "READ_TEXT", selector: "body", as: "page" },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Signs in with a password alone, submitted with the Enter key. Its name is the one that examples of this protocol use. */
export const signInAndWait: WrittenTemplate = {
  name: "Sign-in and wait for control text",
  description:
    "Types login and password, submits with Enter and waits for a text that only a signed-in visitor sees. The result " +
    "holds the session's cookies.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "login_input_css" } },
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    { type: "FILL_INPUT", selector: { variable: "password_input_css" }, value: { variable: "password_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Steps act on the pop-up until it closes, and then on the page again. */
export const signInInPopUp: WrittenTemplate = {
  name: "Sign in through a pop-up window",
  description:
    "Clicks the button that opens the window, such as “Sign in with …”, signs in there with the Enter key, and waits for the " +
    "text that the page shows once the window has closed.",
  steps: [
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    { type: "FILL_INPUT", selector: { variable: "password_input_css" }, value: { variable: "password_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** The password's field is on the page after the login's. */
export const signInOnTwoPages: WrittenTemplate = {
  name: "Sign in on two pages",
  description:
    "Types the login and presses Enter, types the password on the page that follows and presses Enter again, and waits for " +
    "a text that only a signed-in visitor sees. The result holds the session's cookies.",
  steps: [
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "FILL_INPUT", selector: { variable: "password_input_css" }, value: { variable: "password_input_value" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Nobody is asked for anything, and no task brings a password. */
export const signInWithStoredSecrets: WrittenTemplate = {
  name: "Sign in with a stored password and one-time code",
  description:
    'Types the login and the account\'s stored secret "site password", and submits them with Enter. Then types the current ' +
    'one-time code of the stored secret "site authenticator", submits it, and waits for a text that only a signed-in visitor ' +
    "sees. Store both secrets for the site's domain first. For several sites, copy it and name each site's own secrets.",
  steps: [
    { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
    { type: "FILL_INPUT", selector: { variable: "password_input_css" }, value: { secret: "site password" } },
    { type: "PRESS_KEY", key: "Enter" },
    {
      type: "FILL_INPUT",
      selector: { variable: "code_input_css" },
      value: { totp: { secret: "site authenticator" } },
    },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** The session's name is the task's, so that one account can have several sign-ins. */
export const staySignedIn: WrittenTemplate = {
  name: "Sign in only where it is necessary",
  description:
    "For tasks that name a session: the first one signs in with login, password and a code that comes later; those after it " +
    "begin with the cookies that it left, and sign in again only if the page shows the login's field. Returns the text of an " +
    "element (texts.text).",
  steps: [
    {
      type: "IF_ELEMENT",
      selector: { variable: "login_input_css" },
      timeout: 3,
      then: [
        { type: "FILL_INPUT", selector: { variable: "login_input_css" }, value: { variable: "login_input_value" } },
        {
          type: "FILL_INPUT",
          selector: { variable: "password_input_css" },
          value: { variable: "password_input_value" },
        },
        { type: "PRESS_KEY", key: "Enter" },
        { type: "WAIT_FOR_ELEMENT", selector: { variable: "2fa_input_css" } },
        {
          type: "WAIT_FOR_VARIABLE_VALUE",
          name: "2fa_input_value",
          prompt: "Enter the code that the site has just sent.",
          kind: "code",
        },
        { type: "FILL_INPUT", selector: { variable: "2fa_input_css" }, value: { variable: "2fa_input_value" } },
        { type: "PRESS_KEY", key: "Enter" },
        {
          type: "ASK_AGAIN_IF_ELEMENT",
          selector: { variable: "2fa_input_css" },
          name: "2fa_input_value",
        },
      ],
    },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "READ_TEXT", selector: { variable: "element_css" }, as: "text" },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** FILL_INPUT types what the first box does not take into the boxes to which the focus moves. */
export const enterCodeInBoxes: WrittenTemplate = {
  name: "Enter a code with a box for each digit",
  description:
    "Waits for the boxes and for the code, and types it into them, beginning with first_box_css. The page submits it after " +
    "the last digit. If the boxes are still there five seconds later, the code is asked for again, three times in all.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "first_box_css" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "code",
      prompt: "Enter the code that the site has just sent.",
      kind: "code",
      pattern: "[0-9]{4,10}",
    },
    { type: "FILL_INPUT", selector: { variable: "first_box_css" }, value: { variable: "code" } },
    { type: "ASK_AGAIN_IF_ELEMENT", selector: { variable: "first_box_css" }, name: "code" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Name and password are the task's httpAuth; no step types them. */
export const readBehindBrowserPassword: WrittenTemplate = {
  name: "Read a page behind the browser's own password",
  description:
    "For pages for which the browser itself asks for a name and a password (HTTP authentication): the task gives them in " +
    "httpAuth. Waits for a text that only the right ones show, and returns the text of an element (texts.text).",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "READ_TEXT", selector: { variable: "element_css" }, as: "text" },
    { type: "TAKE_SCREENSHOT" },
  ],
};
