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
