import { createHash } from "node:crypto";
import { normalEmail } from "@gatepost/contract/email";
import type { AppContext } from "@gatepost/domain/context";
import { takeAttempt } from "@gatepost/domain/user/take-attempt";
import { afterwards } from "./afterwards.ts";
import { authOf } from "./auth.ts";

/** Emails an hour to one address, whoever requests them. */
const max = 3;

/**
 * Sends a link to choose a new password, if a user has the address. The user is looked up after the response, so that
 * neither the response nor its timing reveals whether there is one.
 */
export function mailResetLink(app: AppContext, email: string): void {
  const address = normalEmail(email);
  const key = `reset to ${createHash("sha256").update(address).digest("base64url")}`;
  afterwards("reset link", async () => {
    if (!(await takeAttempt(app, { key, max, windowSeconds: 3_600 }))) return;
    // If mail is configured, so is the site's address: a link never follows a caller's Host header.
    await authOf(new Headers()).api.requestPasswordReset({ body: { email: address } });
  });
}
