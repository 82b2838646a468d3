import type { WrittenTemplate } from "@gatepost/contract/steps";

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
