import { waitForIt } from "@gatepost/contract/limits";

/** A call of createTask to paste: the demo's site where it runs, with the built-in template. */
export function firstCall(origin: string, softId: number | undefined, clientKey = "YOUR_KEY"): string {
  const body = {
    clientKey,
    ...(softId !== undefined && { softId }),
    task: {
      type: "AntiGateTask",
      websiteURL: "http://127.0.0.1:3900/login",
      templateName: "Sign-in with 2FA and wait for control text",
      variables: {
        login_input_css: "#login",
        login_input_value: "ada",
        password_input_css: "#password",
        password_input_value: "lovelace",
        "2fa_input_css": "#2facode",
        "2fa_input_value": waitForIt,
        control_text: "Welcome, Ada",
      },
    },
  };
  return `curl -s ${origin}/createTask -d '${JSON.stringify(body, null, 2)}'`;
}
