import { waitForIt } from "./limits.ts";

/** The usual origin of the demo site, unless its port is taken. */
export const demoSitePort = 3900;
const usualSite = `http://127.0.0.1:${demoSitePort}`;

/** An example with the demo site's address on this machine. */
export const atDemoSite = <Example>(example: Example, site: string = usualSite): Example =>
  JSON.parse(JSON.stringify(example).replaceAll(usualSite, site)) as Example;

/** The task of the documentation's first call: it signs in to the demo site with a late code. */
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

/** The late variable, and the code that the demo site pretends to have sent for it. */
export const firstLate = "2fa_input_value";
export const firstCode = "349001";
