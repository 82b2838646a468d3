import type { WrittenTemplate } from "@gatepost/contract/steps";

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
