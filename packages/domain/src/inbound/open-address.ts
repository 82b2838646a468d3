import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "../share/token.ts";
import { openAddressSql } from "./open-address.sql.ts";

/** The account of an address for inbound codes; null if there is none, or its account is suspended. */
export async function openAddress({ app, token }: { app: AppContext; token: unknown }): Promise<number | null> {
  if (!isTokenShaped(token)) return null;
  const [address] = await app.db.run(openAddressSql, { hash: Buffer.from(hashToken(token)) });
  return address?.accountId ?? null;
}
