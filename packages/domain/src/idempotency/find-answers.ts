import type { Batch } from "../coalesce.ts";
import type { Context, Ground } from "../context.ts";
import { DomainError } from "../errors.ts";

/** The caller's Idempotency-Key, and the keyed hash of method and body by which another body is told. */
export interface IdempotencyKey {
  key: string;
  fingerprint: Buffer;
}

export interface StoredAnswer {
  answer: string;
  /** Whether the stored call had this very body. */
  same: boolean;
}

const statement = {
  name: "find_answers",
  text: `
    select i.n::int as n, d.answer, d.fingerprint = i.fingerprint as same
      from unnest($1::int[], $2::text[], $3::bytea[]) with ordinality as i(account_id, key, fingerprint, n)
      join idempotency d on d.account_id = i.account_id and d.key = i.key
     where d.created_at > now() - interval '24 hours'`,
};

/** What earlier successes with these keys answered. */
const findAnswers: Batch<IdempotencyKey & { accountId: number }, StoredAnswer | undefined, Ground> = {
  name: "find_answers",
  most: 256,
  queue: 10_000,
  async run({ db }, asked) {
    const rows = await db.sql<StoredAnswer & { n: number }>(statement, [
      asked.map(({ accountId }) => accountId),
      asked.map(({ key }) => key),
      asked.map(({ fingerprint }) => fingerprint),
    ]);
    const found = new Map(rows.map((row) => [row.n - 1, row]));
    return asked.map((_, index) => found.get(index));
  },
};

/**
 * What an earlier success with this key answered. For a key that is not proved yet, nothing: the statement that proves
 * it looks here too.
 */
export async function findAnswer(
  { actor, batch }: Context,
  accountId: number,
  idempotency: IdempotencyKey | undefined,
): Promise<StoredAnswer | undefined> {
  if (!idempotency || actor.kind === "recalled key") return undefined;
  return batch(findAnswers, { accountId, ...idempotency });
}

/** The first success again; ERROR_BAD_REQUEST where the key came with another body. */
export function replay<Answer>({ answer, same }: StoredAnswer): Answer {
  if (!same)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "This Idempotency-Key was used with another body. Use a new key for a new call.",
    );
  return JSON.parse(answer) as Answer;
}
