import type { WrittenTemplate } from "@gatepost/contract/steps";

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
