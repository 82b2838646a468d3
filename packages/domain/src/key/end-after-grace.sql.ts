// Made from end-after-grace.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface EndAfterGraceParams {
  graceSeconds: number;
  keyId: number;
  accountId: number;
}

export interface EndAfterGraceRow {
  name: string;
  readOnly: boolean;
  rights: string[];
  addresses: string[];
  expiresAt: Date | null;
  endsAt: Date;
}

export const endAfterGraceSql: Statement<EndAfterGraceParams, EndAfterGraceRow> = {
  name: "end_after_grace",
  params: ["graceSeconds","keyId","accountId"],
  notNull: ["name","readOnly","rights","addresses","endsAt"],
  text: `
update api_key set revoked_at = now() + $1 * interval '1 second'
 where id = $2 and account_id = $3 and revoked_at is null and (expires_at is null or expires_at > now())
returning name, read_only as "readOnly", rights as "rights", addresses as "addresses", expires_at as "expiresAt",
  least(revoked_at, expires_at) as "endsAt"`,
};
