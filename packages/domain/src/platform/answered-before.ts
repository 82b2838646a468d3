import type { Batch } from "./coalesce.ts";
import type { AppContext, Context } from "./context.ts";
import { DomainError } from "./errors.ts";
import { findAnswersSql } from "./sql/find-answers.sql.ts";

/** The caller's Idempotency-Key, and the keyed hash of method and body, by which a different body is detected. */
export interface IdempotencyKey {
  key: string;
  fingerprint: Buffer;
}

export interface StoredAnswer {
  answer: string;
  /** Whether the stored call had the same body. */
  same: boolean;
}

/** The responses of earlier successes with these keys. */
const findAnswers: Batch<IdempotencyKey & { accountId: number }, StoredAnswer | undefined, AppContext> = {
  name: "find_answers",
  max: 256,
  queue: 10_000,
  async run({ db }, asked) {
    const rows = await db.run(findAnswersSql, { calls: asked.map((call, n) => ({ n, ...call })) });
    const found = new Map(rows.map((row) => [row.n, row]));
    return asked.map((_, n) => found.get(n));
  },
};

/**
 * The response of an earlier success with this key. Undefined for an account key that is not verified yet, because the
 * statement that verifies it looks here too.
 */
export async function findAnswer(
  { actor, batch }: Context,
  accountId: number,
  idempotency: IdempotencyKey | undefined,
): Promise<StoredAnswer | undefined> {
  if (!idempotency || actor.kind === "cached key") return undefined;
  return batch(findAnswers, { accountId, ...idempotency });
}

/** The stored response. ERROR_BAD_REQUEST if the key was used with another body. */
export function replay<Answer>({ answer, same }: StoredAnswer): Answer {
  if (!same)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "This Idempotency-Key was used with another body. Use a new key for a new call.",
    );
  return JSON.parse(answer) as Answer;
}
