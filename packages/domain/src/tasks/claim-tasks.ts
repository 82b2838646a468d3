import { defaultTimeout } from "@gatepost/contract/steps";
import { type Args, requireWorker } from "../platform/context.ts";
import { splitUserInfo } from "../platform/egress.ts";
import { parseExactJson } from "../platform/exact-json.ts";
import type { Vault } from "../platform/vault.ts";
import { storedDocument } from "../templates/read-document.ts";
import { finishTask } from "./finish-task.ts";
import { type ClaimTasksRow, claimTasksSql } from "./sql/claim-tasks.sql.ts";
import { splitSettings } from "./task-settings.ts";

/**
 * A task that a worker holds, with all that is needed to run it. `sessionId`: the session whose cookies and storage it continues.
 * `late`: the names of the late variables. `deadlineTick`: the tick at which its time limit ends.
 */
export type ClaimedTask = Omit<ClaimTasksRow, "given" | "document" | "price" | "more"> &
  NonNullable<ReturnType<typeof openTask>>;

export interface ClaimInput {
  limit: number;
  /** Where this worker's earlier claims ended. It is updated. */
  rotation?: Rotation;
  /** Accounts whose tasks are skipped. */
  passOver?: readonly number[];
  /** Accounts whose tasks are claimed only where no other account has one. */
  last?: readonly number[];
  /** Accounts whose tasks with late variables are skipped. */
  withoutPlace?: readonly number[] | "all";
}

/**
 * Claims up to `limit` queued tasks: the highest bids first, round-robin over the accounts, the oldest task of each. An
 * account gets a second task only after every other account at that price got one. Claims nothing if the worker's lease
 * has ended. A task whose variables cannot be decrypted, for example after damage on disk, ends here without affecting
 * others.
 */
export async function claimTasks({ ctx, input }: Args<ClaimInput>): Promise<ClaimedTask[]> {
  const { limit, rotation = new Rotation(), passOver = [], last = [], withoutPlace = [] } = input;
  const { actor, db, vault } = requireWorker(ctx);
  const tasks: ClaimedTask[] = [];
  // A statement claims at most one task of each account.
  while (tasks.length < limit) {
    const rows = await db.run(claimTasksSql, {
      workerId: actor.workerId,
      limit: limit - tasks.length,
      passOver,
      last,
      places: withoutPlace !== "all",
      withoutPlace: withoutPlace === "all" ? [] : withoutPlace,
      servedPrices: rotation.prices,
      servedAccounts: rotation.accountIds,
      taskSeconds: defaultTimeout.task,
    });
    if (rows.length === 0) break;
    for (const row of rows) {
      const { given, document, price, more, ...task } = row;
      rotation.more = more;
      rotation.moveTo({ price, accountId: task.accountId });
      const opened = openTask(vault, row);
      if (opened) tasks.push({ ...task, ...opened });
      else await finishTask({ ctx, input: { ...task, outcome: { failed: unreadable } } });
    }
  }
  return tasks;
}

const unreadable = {
  code: "ERROR_INTERNAL" as const,
  description: "The task's variables could not be read. Give its id to the operator.",
};

function openTask(vault: Vault, { given: sealed, document, accountId, taskId, websiteUrl }: ClaimTasksRow) {
  const { steps, engine, keepSession = false } = storedDocument(document);
  try {
    const { given, settings } = splitSettings(
      parseExactJson(vault.open(sealed, [accountId, taskId, "given"])) as Record<string, unknown>,
    );
    // Older tasks have it within their address.
    const { address, userInfo = settings.userInfo } = splitUserInfo(websiteUrl);
    return {
      websiteUrl: address,
      /** The name and password within websiteURL, for its origin only. */
      userInfo,
      /** The variables given at creation. */
      given,
      steps,
      /** The browser that the task or its template asks for. */
      engine: settings.engine ?? engine,
      /** What its pages learn of the browser. */
      context: settings.context,
      /** What the browser has before it opens the website. */
      cookies: settings.cookies,
      /** Whether its author looks at each step. */
      isDraft: settings.isDraft ?? false,
      /** Whether its page stays open for a while once its steps are done. */
      keepsOpen: settings.keepsOpen ?? false,
      /** Whether the cookies and storage of its session are saved if it fails, too. */
      keepSession,
    };
  } catch {
    return undefined;
  }
}

/** Number of prices whose rotation is kept. If more are in use, the rotation of the least recently served one restarts. */
const maxPrices = 100;

/** The account whose task a worker claimed last at each price. Its next claim continues with the account after it. */
export class Rotation {
  readonly #last = new Map<bigint, number>();
  /** Whether the queue had more tasks after the last claim that found one, claimable or not. */
  more = true;

  get prices(): bigint[] {
    return [...this.#last.keys()];
  }

  get accountIds(): number[] {
    return [...this.#last.values()];
  }

  moveTo({ price, accountId }: { price: bigint; accountId: number }): void {
    this.#last.delete(price);
    this.#last.set(price, accountId);
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxPrices && oldest !== undefined) this.#last.delete(oldest);
  }
}
