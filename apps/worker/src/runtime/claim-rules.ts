/** The capacity of a worker, in total and for one account. */
export interface Capacity {
  /** Tasks that run at once. */
  slots: number;
  /** Of those, tasks of one account; 0: only the rule of the last slot applies. */
  slotsPerAccount: number;
  /** Waiting places: tasks with late variables that the worker holds at once, whether they wait or run. */
  waitingMax: number;
  /** Of those, tasks of one account; 0: only the rule of the free half applies. */
  waitingPerAccount: number;
}

/** What one account uses in a worker. */
export interface Share {
  slots: number;
  places: number;
}

/**
 * Whose tasks the next claim may take. One account may use a whole worker, but never at the cost of another one:
 *
 * - the last slot goes to an account that holds all the others only when nobody else has a task for it;
 * - an account holds at most as many waiting places as are free, so that one alone gets half of them, the next one a
 *   quarter, and there is nearly always one for a newcomer;
 * - an account that has tasks to resume gets its next slot for one of those, not for a new task.
 */
export function claimRules(
  { slots, slotsPerAccount, waitingMax, waitingPerAccount }: Capacity,
  shares: ReadonlyMap<number, Share>,
  resuming: ReadonlySet<number>,
) {
  const accounts = (test: (share: Share) => boolean) =>
    [...shares].filter(([, share]) => test(share)).map(([accountId]) => accountId);
  const atLimit = accounts((share) => slotsPerAccount > 0 && share.slots >= slotsPerAccount);
  const excluded = [...new Set([...atLimit, ...resuming])];
  const last = slots > 1 ? accounts((share) => share.slots >= slots - 1) : [];
  const free = waitingMax - [...shares.values()].reduce((sum, { places }) => sum + places, 0);
  const max = waitingPerAccount > 0 ? Math.min(free, waitingPerAccount) : free;
  return {
    /** Accounts that get no slot. */
    excluded,
    /** Accounts that get a slot only when no other account has a task for it. */
    last: last.filter((accountId) => !excluded.includes(accountId)),
    /** Accounts whose tasks with late variables are skipped. */
    withoutPlace: free > 0 ? accounts(({ places }) => places > 0 && places >= max) : ("all" as const),
  };
}
