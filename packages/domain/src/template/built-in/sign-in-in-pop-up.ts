import type { WrittenTemplate } from "@gatepost/contract/steps";

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
