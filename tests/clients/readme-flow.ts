/** The results of the README's first calls, of one application, for a program with a generated client. */
export type ReadmeFlow = (installation: {
  baseUrl: string;
  clientKey: string;
  softId: number;
  websiteURL: string;
  code: string;
}) => Promise<{
  /** The names that the task waited for. */
  waitingFor: string[];
  /** The last page's address. */
  url: string;
  cost: string;
  /** The sum of the points, in US cents. */
  earned: number;
}>;

export const readmeTask = (websiteURL: string) => ({
  type: "AntiGateTask" as const,
  websiteURL,
  templateName: "Sign-in with 2FA and wait for control text",
  variables: {
    login_input_css: "#login",
    login_input_value: "ada",
    password_input_css: "#password",
    password_input_value: "lovelace",
    "2fa_input_css": "#2facode",
    "2fa_input_value": "_WAIT_FOR_IT_",
    control_text: "Welcome, Ada",
  },
});
