import { createHash } from "node:crypto";
import { normalEmail } from "@gatepost/contract/email";
import type { AppContext } from "@gatepost/domain/context";
import { takeAttempt } from "@gatepost/domain/user/take-attempt";
import { afterwards } from "./afterwards.ts";
import { authOf } from "./auth.ts";

/** Letters an hour to one address, whoever asks for them. */
const max = 3;

/**
 * Mails a link to choose a new password, if somebody signs in with the address. It is looked up after the answer, so that
 * neither the answer nor its time tells whether there is somebody.
 */
export function mailResetLink(app: AppContext, email: string): void {
  const address = normalEmail(email);
  const key = `reset to ${createHash("sha256").update(address).digest("base64url")}`;
  afterwards("reset link", async () => {
    if (!(await takeAttempt(app, { key, max, windowSeconds: 3_600 }))) return;
    // Where mail is configured the site's address is as well: a link never follows a caller's Host header.
    await authOf(new Headers()).api.requestPasswordReset({ body: { email: address } });
  });
}
