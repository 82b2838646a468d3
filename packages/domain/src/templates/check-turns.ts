import { openTurns } from "../platform/turns.ts";

const turns = openTurns<number>({
  atOnce: 1,
  rest: 1,
  // Four of the largest.
  most: 1024 * 1024,
  refusal: "Too many large templates of the account are being checked; nothing was done. Try again.",
});

/**
 * Checks one document at a time, because one of thousands of steps takes most of a second, in which the process answers nobody.
 * ERROR_SERVICE_UNAVAILABLE if too many of the account wait.
 */
export function checkInTurn<Checked>(
  { accountId, given }: { accountId: number; given: unknown },
  check: () => Checked,
): Promise<Checked> {
  return turns.during(accountId, JSON.stringify(given)?.length ?? 0, check);
}
