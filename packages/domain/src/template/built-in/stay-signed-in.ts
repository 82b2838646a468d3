import type { WrittenTemplate } from "@gatepost/contract/steps";

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
