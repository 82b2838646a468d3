import { DomainError } from "../platform/errors.ts";
import { openTurns } from "../platform/turns.ts";

/** Bytes of the documents of one account that may wait for their turn: four of the largest. */
const maxBytes = 1024 * 1024;

/** Bytes of those that wait, by account. */
const waiting = new Map<number, number>();
const inTurn = openTurns<number>(1);

/**
 * Checks one document at a time, because one of thousands of steps takes most of a second, in which the process answers nobody.
 * ERROR_SERVICE_UNAVAILABLE if too many of the account wait.
 */
export async function checkInTurn<Checked>(
  { accountId, given }: { accountId: number; given: unknown },
  check: () => Checked,
): Promise<Checked> {
  const bytes = JSON.stringify(given)?.length ?? 0;
  const before = waiting.get(accountId) ?? 0;
  if (before > 0 && before + bytes > maxBytes)
    throw new DomainError(
      "ERROR_SERVICE_UNAVAILABLE",
      "Too many large templates of the account are being checked; nothing was done. Try again.",
    );
  waiting.set(accountId, before + bytes);
  try {
    return await inTurn(accountId, check);
  } finally {
    const left = (waiting.get(accountId) ?? bytes) - bytes;
    if (left > 0) waiting.set(accountId, left);
    else waiting.delete(accountId);
  }
}
