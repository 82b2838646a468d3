import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../platform/errors.ts";

/** Bytes of the documents of one account that may wait for their turn: four of the largest. */
const maxBytes = 1024 * 1024;

/** Bytes of those that wait, by account. */
const waiting = new Map<number, number>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Checks one document at a time, because one of thousands of steps takes most of a second, in which the process answers nobody; and then
 * leaves the process to others for as long as that took. ERROR_SERVICE_UNAVAILABLE if too many of the account wait.
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
  let took = 0;
  const checked = last.then(() => {
    const began = performance.now();
    try {
      return check();
    } finally {
      took = performance.now() - began;
    }
  });
  last = checked.catch(() => {}).then(() => sleep(took));
  try {
    return await checked;
  } finally {
    const left = (waiting.get(accountId) ?? bytes) - bytes;
    if (left > 0) waiting.set(accountId, left);
    else waiting.delete(accountId);
  }
}
