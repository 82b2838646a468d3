import type { Actor, Ground } from "../context.ts";
import { hashToken, isTokenShaped } from "./token.ts";

const statement = {
  name: "open_share_link",
  text: `
    select a.id as "softId", a.account_id as "accountId"
      from share_link s join application a on a.id = s.application_id
     where s.hash = $1 and s.revoked_at is null and a.archived_at is null`,
};

/** Who comes with this link; null alike for one that is unknown, revoked, or of an archived application. Reads, and changes nothing. */
export async function openShareLink({
  ground,
  token,
}: {
  ground: Ground;
  token: unknown;
}): Promise<Extract<Actor, { kind: "link" }> | null> {
  if (!isTokenShaped(token)) return null;
  const [found] = await ground.db.sql<{ softId: number; accountId: number }>(statement, [hashToken(token)]);
  return found ? { kind: "link", ...found } : null;
}
