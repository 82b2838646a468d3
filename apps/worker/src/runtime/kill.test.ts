import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { leaseTicks } from "@gatepost/domain/platform/heartbeat";
import { isLong, size, timeBound } from "@gatepost/domain/platform/test-size";
import { maxClaims } from "@gatepost/domain/tasks/finish-task";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { fillFrom, openWorkerPages, pause, repeatWhile, see, wait } from "../testing/test-pages.ts";
import { exitOf, startWorkerProcess } from "../testing/test-process.ts";

/** How often the site received the form of each task, by the number in its address. */
const submitted = new Map<number, number>();

const { site, environment, customer } = await openWorkerPages({
  "/form": ({ url = "" }) => {
    const n = Number(new URL(url, "http://site").searchParams.get("n"));
    return `<form method="post" action="/sent?n=${n}"><input id="a" name="a"><input id="code" name="code"><button>Send</button></form>`;
  },
  "/sent": (request, response) => {
    const n = Number(new URL(request.url ?? "", "http://site").searchParams.get("n"));
    submitted.set(n, (submitted.get(n) ?? 0) + 1);
    request.resume();
    // Late enough for a kill to fall between the submission and its answer.
    setTimeout(() => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html><p id=p>received</p>");
    }, randomInt(200));
  },
});
const folder = openFolder();

/** Longer than a busy machine takes, on which workers start all the time. */
const patient = { timeout: 60 };
const fill = (selector: string, variable: string): WrittenStep =>
  ({ ...fillFrom(selector, variable), ...patient }) as WrittenStep;
const moment = pause(0.2);
const click: WrittenStep = { type: "CLICK", selector: "button", ...patient };
const received = see("received", patient.timeout);

/** Tasks that submit nothing, that submit at once, what comes late, and in a repetition whose wait asks anew. */
const kinds: WrittenStep[][] = [
  [fill("#a", "a"), moment, moment, { type: "READ_TEXT", selector: "#a", as: "a", ...patient }],
  [fill("#a", "a"), moment, click, received, moment],
  [fill("#a", "a"), wait, fill("#code", "code"), moment, click, received],
  [fill("#a", "a"), moment, repeatWhile("#code", 3, [wait, fill("#code", "code"), click, received])],
];
const submits = (kind: number) => kind > 0;

interface Made {
  taskId: number;
  kind: number;
  n: number;
}

let made = 0;

async function create(): Promise<Made> {
  const n = made++;
  const kind = n % kinds.length;
  const variables = { a: String(n), ...(kind >= 2 && { code: "_WAIT_FOR_IT_" }) };
  // A few of each kind share a session, and run one after another.
  const session = n % 3 === 0 ? { session: `session ${n % 7}` } : {};
  const more = { variables, ...session };
  const taskId = await customer.create(`${site.url("/form")}?n=${n}`, kinds[kind] as WrittenStep[], more);
  if (kind >= 2) void sleep(randomInt(3_000)).then(() => customer.push(taskId, "code", "1").catch(() => {}));
  return { taskId, kind, n };
}

const start = () =>
  startWorkerProcess({
    databaseUrl: environment.database.workerUrl,
    folder,
    allow: site.host,
    env: { GATEPOST_DRAIN_SECONDS: "25" },
  });

async function countTasks(where: string): Promise<number> {
  const { rows } = await environment.system.db.pool.query(`select count(*)::int as n from task where ${where}`);
  return rows[0].n;
}

type WorkerProcess = ReturnType<typeof start>;

/** Several workers, so that some are at work while the successors of others start: a start is what takes longest. */
function enlist(count: number) {
  const all = new Set<WorkerProcess>();
  /** Those that claim tasks by now, with the ids under which they do. */
  const atWork = new Map<WorkerProcess, number>();
  const add = () => {
    const hand = start();
    all.add(hand);
    void hand.workerId.then((id) => all.has(hand) && atWork.set(hand, id));
  };
  for (let n = 0; n < count; n++) add();
  return {
    /** Takes one out that has a task in hand, while another is there to take over, and starts its successor. */
    async replaceOne(): Promise<WorkerProcess> {
      for (;;) {
        const found = atWork.size < 2 ? [] : [...atWork].toSorted(() => Math.random() - 0.5);
        for (const [hand, id] of found) {
          if ((await countTasks(`worker_id = ${id}`)) === 0) continue;
          atWork.delete(hand);
          all.delete(hand);
          add();
          return hand;
        }
        await sleep(20);
      }
    },
    /** Asks all to stop, also those that have only just started. Resolves with their exit codes. */
    async dismiss(): Promise<(number | null)[]> {
      await Promise.all([...all].map(({ workerId }) => workerId));
      for (const { child } of all) child.kill("SIGTERM");
      return Promise.all([...all].map(({ child }) => exitOf(child)));
    },
  };
}

/** Is frozen until its lease is over, goes on for a moment, and is killed then. */
async function freeze({ child }: WorkerProcess): Promise<void> {
  child.kill("SIGSTOP");
  await sleep((leaseTicks + 5) * 1_000);
  child.kill("SIGCONT");
  await sleep(3_000);
  child.kill("SIGKILL");
}

/**
 * For how many ticks, at most, a task was held by a worker whose lease had expired, and how many tasks of one session, at
 * most, workers held at once.
 */
async function watch(signal: AbortSignal): Promise<{ overdue: number; ofSession: number }> {
  let [overdue, ofSession] = [0, 0];
  while (!signal.aborted) {
    const { rows } = await environment.system.db.pool.query(
      `select coalesce(max(c.tick - w.lease_tick), 0)::int as ticks, coalesce(max(s.held), 0)::int as held
         from task t join worker w on w.id = t.worker_id cross join service_clock c
         left join (select session_id, count(*) as held from task join worker on worker.id = task.worker_id
                     where session_id is not null group by session_id) s on s.session_id = t.session_id`,
    );
    overdue = Math.max(overdue, rows[0].ticks);
    ofSession = Math.max(ofSession, rows[0].held);
    await sleep(200);
  }
  return { overdue, ofSession };
}

async function untilAllEnded(): Promise<void> {
  while ((await countTasks("ended_at is null")) > 0) await sleep(100);
}

/** Each task's end, held against what the site received. */
async function endsOf(tasks: Made[]) {
  const ends: Record<string, number> = {};
  for (const { taskId, kind, n } of tasks) {
    const end = await customer.end(taskId);
    const times = submitted.get(n) ?? 0;
    const name = end.status === "ready" ? "ready" : end.code;
    ends[name] = (ends[name] ?? 0) + 1;
    expect(times, `submissions of task ${taskId}, which ended as ${name}`).toBeLessThanOrEqual(1);
    if (end.status === "ready") expect(times).toBe(submits(kind) ? 1 : 0);
    else
      expect([end.code, submits(kind) || end.description.includes(`lost ${maxClaims} times`)], end.description).toEqual(
        ["ERROR_WORKER_LOST", true],
      );
  }
  return ends;
}

const kills = size(1, 200);
const killed = size(6, 2_000);

test(`R1, R2: ${kills} kills, ${killed} tasks: none is lost, stuck or submitted twice, and the ledger reconciles`, {
  timeout: 600_000 + kills * 30_000,
}, async () => {
  const crew = enlist(3);
  const tasks: Made[] = [];
  let interrupting = true;
  const creating = (async () => {
    while (interrupting || tasks.length < killed) {
      // Not all at once, so that there is something to interrupt until the last kill.
      while ((await countTasks("state = 'queued'")) > 8) await sleep(50);
      tasks.push(await create());
    }
  })();
  const watching = new AbortController();
  const watched = watch(watching.signal);
  for (let done = 0; done < kills; done++) {
    const old = await crew.replaceOne();
    await sleep(randomInt(700));
    // A worker that was suspended may wake when other workers have its tasks, and must not touch them any more.
    if (isLong && randomInt(5) === 0) void freeze(old);
    else old.child.kill("SIGKILL");
  }
  interrupting = false;
  await creating;
  await untilAllEnded();
  const ends = await endsOf(tasks);
  watching.abort();
  expect(await crew.dismiss()).toEqual([0, 0, 0]);
  const { overdue, ofSession } = await watched;
  console.log(
    `${kills} kills, ${tasks.length} tasks: ${JSON.stringify(ends)}, taken over ${overdue} ticks after the lease, ` +
      `${ofSession} task of a session at once`,
  );
  expect(overdue).toBeLessThan(timeBound(5));
  expect(ofSession).toBeLessThanOrEqual(1);
  expect(ends.ready ?? 0).toBeGreaterThan(tasks.length / 4);
  expect(await reconcile({ ctx: environment.system })).toEqual([]);
});

const stops = size(1, 50);

test(`R10: ${stops} times SIGTERM under load: each ends within its drain time, and no task fails`, {
  timeout: 600_000 + stops * 40_000,
}, async () => {
  const crew = enlist(3);
  const tasks: Made[] = [];
  let slowest = 0;
  for (let done = 0; done < stops; done++) {
    // Some more than the slots, however quick the stops are.
    while ((await countTasks("state = 'queued'")) < 8) tasks.push(await create());
    const { child } = await crew.replaceOne();
    await sleep(randomInt(500));
    const began = performance.now();
    child.kill("SIGTERM");
    expect(await exitOf(child)).toBe(0);
    slowest = Math.max(slowest, performance.now() - began);
  }
  await untilAllEnded();
  expect(await crew.dismiss()).toEqual([0, 0, 0]);
  console.log(`${stops} stops, ${tasks.length} tasks, slowest stop ${Math.round(slowest)} ms`);
  expect(slowest).toBeLessThan(timeBound(30_000));
  expect(await endsOf(tasks)).toEqual({ ready: tasks.length });
  expect(await reconcile({ ctx: environment.system })).toEqual([]);
});
