import type { Environment } from "../settings.ts";

/** Who can create an account in the portal: everybody, whoever has an invitation, or nobody. */
export type SignUpMode = "open" | "invite" | "closed";

/**
 * GATEPOST_SIGNUP. By default open beside the demo's site, because the machine is then probably the user's own; otherwise by
 * invitation. Throws one sentence that names it.
 */
export function readSignUpMode(env: Environment): SignUpMode {
  const text = env.GATEPOST_SIGNUP || (env.GATEPOST_DEMO_SITE ? "open" : "invite");
  if (text === "open" || text === "invite" || text === "closed") return text;
  throw new Error(`GATEPOST_SIGNUP is "${text}": give it open, invite or closed.`);
}
