import { waitForIt } from "./limits.ts";

/** Where the demo's site is, unless something else has that port. */
export const demoSitePort = 3900;
const usualSite = `http://127.0.0.1:${demoSitePort}`;

/** An example with the addresses of the demo's site as they are on this machine. */
export function atDemoSite<Example>(example: Example, site: string = usualSite): Example {
  return JSON.parse(JSON.stringify(example).replaceAll(usualSite, site)) as Example;
}

/** The task of the documentation's first call: it signs in to the demo's site with a code that comes later. */
export const firstTask = {
  type: "AntiGateTask",
  websiteURL: `${usualSite}/login`,
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
} as const;

/** Its variable that is pushed. */
export const firstLate = "2fa_input_value";
