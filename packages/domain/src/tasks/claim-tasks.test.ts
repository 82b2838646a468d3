import fc from "fast-check";
import { expect, test } from "vitest";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { size } from "../platform/test-size.ts";
import { codeComesLater, newCaller, newTask, newTemplate, newWorker, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "./cancel-task.ts";
import { type ClaimedTask, claimTasks, Rotation } from "./claim-tasks.ts";
import { returnTask } from "./finish-task.ts";

const bids = [2_000, 2_000, 2_000, 2_000, 3_000, 3_000];
const workers = 2;

const system = await openTestContext();
const callers = await Promise.all(
  bids.map((bid) => newCaller(system, { bid: BigInt(bid), balance: 1_000_000_000_000n })),
);
const templates = await Promise.all(
  callers.map(async (caller) => ({
    plain: await newTemplate(system, caller, [{ type: "PAUSE", seconds: 1 }]),
    late: await newTemplate(system, caller),
  })),
);

const create = (account: number, late = false) =>
  newTask(callers[account] as KeyContext, templates[account]?.[late ? "late" : "plain"] as string, {
    variables: late ? codeComesLater : {},
  });

/** Ends whatever is open, whoever holds it. */
async function clear(): Promise<void> {
  await system.sql`
    update task set state = 'failed', error_code = 'x', worker_id = null, held = false, given = null, ended_at = now() where ended_at is null`;
}

const idOf = (account: number) => callers[account]?.actor.accountId as number;
const accountOf = (task: ClaimedTask) => callers.findIndex(({ actor }) => actor.accountId === task.accountId);

interface Queued {
  taskId: number;
  account: number;
  late: boolean;
}

const account = fc.nat(bids.length - 1);
const fewAccounts = fc.oneof(
  { weight: 3, arbitrary: fc.constant<number[]>([]) },
  fc.uniqueArray(account, { maxLength: 3 }),
);
const withoutPlace = fc.oneof<fc.MaybeWeightedArbitrary<number[] | "all">[]>(fewAccounts, fc.constant("all" as const));
const claim = fc.record({
  kind: fc.constant("claim" as const),
  worker: fc.nat(workers - 1),
  passOver: fewAccounts,
  last: fewAccounts,
  withoutPlace,
});
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("create" as const), account, late: fc.boolean() }) },
  { weight: 6, arbitrary: claim },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), place: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("return" as const), place: fc.nat(100) }) },
);
type Claim = typeof claim extends fc.Arbitrary<infer Generated> ? Generated : never;

/** One worker, and how often each account was served since another one that could have been served was. */
class Server {
  readonly ctx: WorkerContext;
  readonly #rotation = new Rotation();
  readonly #overtaken = new Map<number, Map<number, number>>();

  constructor(ctx: WorkerContext) {
    this.ctx = ctx;
  }

  async claim({ passOver, last, withoutPlace }: Claim): Promise<ClaimedTask | undefined> {
    const input = {
      limit: 1,
      rotation: this.#rotation,
      passOver: passOver.map(idOf),
      last: last.map(idOf),
      withoutPlace: withoutPlace === "all" ? withoutPlace : withoutPlace.map(idOf),
    };
    return (await claimTasks({ ctx: this.ctx, input }))[0];
  }

  /** Counts that an account was served before the others that could have been. Returns the greatest count. */
  served(account: number, eligible: ReadonlySet<number>): number {
    for (const waiting of bids.keys()) {
      if (!eligible.has(waiting) || waiting === account) this.#overtaken.delete(waiting);
      else if (bids[waiting] === bids[account]) {
        const by = this.#overtaken.get(waiting) ?? new Map<number, number>();
        this.#overtaken.set(waiting, by.set(account, (by.get(account) ?? 0) + 1));
      }
    }
    return Math.max(0, ...[...this.#overtaken.values()].flatMap((by) => [...by.values()]));
  }
}

test("a claim takes an account's oldest task at the highest price, of some accounts only where no other has one, and a worker serves no account twice before another that waits", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
      await clear();
      const servers = await Promise.all(
        Array.from({ length: workers }, async () => new Server(await newWorker(system))),
      );
      /** The queue, oldest first. */
      const queue: Queued[] = [];
      const held: (Queued & { fence: number; server: Server })[] = [];
      for (const generated of operations) {
        if (generated.kind === "create") {
          const { account, late } = generated;
          queue.push({ taskId: await create(account, late), account, late });
        } else if (generated.kind === "cancel") {
          const [task] = queue.splice(generated.place % Math.max(1, queue.length), 1);
          if (task) await cancelTask({ ctx: callers[task.account] as KeyContext, input: { taskId: task.taskId } });
        } else if (generated.kind === "return") {
          const [task] = held.splice(generated.place % Math.max(1, held.length), 1);
          if (!task) continue;
          const { fence, server, ...queued } = task;
          expect(await returnTask({ ctx: server.ctx, input: { taskId: task.taskId, fence } })).toBe(true);
          // Where it was: before all that its account created later.
          const later = queue.findIndex(({ taskId }) => taskId > queued.taskId);
          queue.splice(later < 0 ? queue.length : later, 0, queued);
        } else {
          const server = servers[generated.worker] as Server;
          const { passOver, last, withoutPlace } = generated;
          const claimable = queue.filter(
            ({ account, late }) =>
              !passOver.includes(account) && !(late && (withoutPlace === "all" || withoutPlace.includes(account))),
          );
          const first = claimable.filter(({ account }) => !last.includes(account));
          const eligible = first.length > 0 ? first : claimable;
          const task = await server.claim(generated);
          if (eligible.length === 0) {
            expect(task).toBeUndefined();
            continue;
          }
          const highest = Math.max(...eligible.map(({ account }) => bids[account] as number));
          const account = task ? accountOf(task) : -1;
          expect(bids[account]).toBe(highest);
          const oldest = eligible.find((one) => one.account === account) as Queued;
          expect(task?.taskId).toBe(oldest.taskId);
          expect(server.served(account, new Set(eligible.map((one) => one.account)))).toBeLessThanOrEqual(1);
          queue.splice(queue.indexOf(oldest), 1);
          held.push({ ...oldest, fence: task?.fence as number, server });
        }
      }
    }),
    { numRuns: size(20, 5_000) },
  );
  await clear();
});

test("a claim says whether more is queued; of several tasks in one, an account gets its second after the others' first, and a lower price comes last", async () => {
  for (const account of [0, 0, 1]) await create(account);
  const ctx = await newWorker(system);
  const rotation = new Rotation();
  const left: boolean[] = [];
  for (let n = 0; n < 3; n++) {
    await claimTasks({ ctx, input: { limit: 1, rotation } });
    left.push(rotation.more);
  }
  expect(left).toEqual([true, true, false]);
  await clear();

  const accounts = [0, 0, 0, 1, 4, 4];
  for (const account of accounts) await create(account);
  const served = (await claimTasks({ ctx, input: { limit: 5 } })).map(accountOf);
  expect(served.slice(0, 2)).toEqual([4, 4]);
  expect(served.slice(2, 4).toSorted()).toEqual([0, 1]);
  expect(served[4]).toBe(0);
  await clear();
});
