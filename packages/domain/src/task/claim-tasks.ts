import { defaultTimeout, type Step } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { parseExactJson } from "../exact-json.ts";
import { requireWorker } from "../permission.ts";
import { storedDocument } from "../template/stored-document.ts";
import type { Vault } from "../vault.ts";
import { claimTasksSql } from "./claim-tasks.sql.ts";
import { finishTask } from "./finish-task.ts";
import { Rotation } from "./rotation.ts";
import { splitUserInfo, type UserInfo, userInfoName } from "./user-info.ts";

/** A task that a worker holds, with all that is needed to run it. */
export interface ClaimedTask {
  taskId: number;
  accountId: number;
  /** Every write is conditional on it. */
  fence: number;
  websiteUrl: string;
  /** What came with websiteURL, for its origin. */
  userInfo: UserInfo | undefined;
  domainsOfInterest: string[];
  steps: Step[];
  /** The variables given at creation. */
  given: Record<string, unknown>;
  /** The names of those that come later. */
  late: string[];
  /** The tick at which its time limit ends. */
  deadlineTick: number;
}

export interface ClaimInput {
  limit: number;
  /** Where earlier claims of this worker ended; it is moved on. */
  rotation?: Rotation;
  /** Accounts whose tasks are left in the queue. */
  passOver?: readonly number[];
  /** Accounts whose tasks with late variables are left in the queue. */
  withoutPlace?: readonly number[] | "all";
}

/**
 * Takes up to `limit` queued tasks: the highest bids, from account to account, the oldest of each. An account gets its
 * second only after each other account at that price got its first. None where the worker's lease is over. A task whose
 * variables cannot be read, such as after damage on disk, ends here and harms no other.
 */
export async function claimTasks({ ctx, input }: { ctx: Context; input: ClaimInput }): Promise<ClaimedTask[]> {
  const { limit, rotation = new Rotation(), passOver = [], withoutPlace = [] } = input;
  const { actor, db, vault } = requireWorker(ctx);
  const tasks: ClaimedTask[] = [];
  // A statement takes one task of an account at most.
  while (tasks.length < limit) {
    const rows = await db.run(claimTasksSql, {
      workerId: actor.workerId,
      limit: limit - tasks.length,
      passOver,
      places: withoutPlace !== "all",
      withoutPlace: withoutPlace === "all" ? [] : withoutPlace,
      servedPrices: rotation.prices,
      servedAccounts: rotation.accountIds,
      taskSeconds: defaultTimeout.task,
    });
    if (rows.length === 0) break;
    for (const { given: sealed, document, price, ...task } of rows) {
      rotation.moveTo({ price, accountId: task.accountId });
      const given = read(vault, sealed, task);
      if (given) tasks.push({ ...task, ...given, steps: storedDocument(document).steps });
      else await finishTask({ ctx, input: { ...task, outcome: { failed: unreadable } } });
    }
  }
  return tasks;
}

const unreadable = {
  code: "ERROR_INTERNAL" as const,
  description: "The task's variables could not be read. Give its id to the operator.",
};

type Read = Pick<ClaimedTask, "websiteUrl" | "userInfo" | "given">;

function read(
  vault: Vault,
  sealed: Uint8Array,
  { accountId, taskId, websiteUrl }: { accountId: number; taskId: number; websiteUrl: string },
): Read | undefined {
  try {
    const { [userInfoName]: stored, ...given } = parseExactJson(
      vault.open(sealed, [accountId, taskId, "given"]),
    ) as Record<string, unknown>;
    // Tasks that were created before it was kept apart have it in their address.
    const { address, userInfo = stored as UserInfo | undefined } = splitUserInfo(websiteUrl);
    return { websiteUrl: address, userInfo, given };
  } catch {
    return undefined;
  }
}
