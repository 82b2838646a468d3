import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../context.ts";

/** What a link of an email is for. */
interface Purpose {
  id: number;
  accountId: number;
  purpose: string;
}

/** The token of a link that is in every email of a kind, so it is derived and not stored. It ends when the installation's secret is replaced. */
export function linkToken({ vault }: Pick<AppContext, "vault">, { id, accountId, purpose }: Purpose): string {
  return `${id}-${vault.fingerprint(id, [accountId, 0, purpose]).toString("base64url")}`;
}

export function isLinkToken(app: Pick<AppContext, "vault">, token: string, purpose: Purpose): boolean {
  const [expected, given] = [Buffer.from(linkToken(app, purpose)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
