import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { connect } from "@gatepost/db/connect";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { size } from "@gatepost/domain/platform/test-size";
import { keepRecovering } from "@gatepost/domain/tasks/keep-recovering";
import { afterAll, expect, test, vi } from "vitest";
import { openRelay } from "../../../../tests/relay.ts";
import { codeLater, fillFrom, openWorkerPages, pause, picture, see, wait } from "../testing/test-pages.ts";
import { testSecret } from "../testing/test-worker.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

/** Longer than a lease, which is 15 ticks. */
const outageSeconds = size(20, 60);
/** Shorter than a lease, and longer only with the figures of docs/quality.md. */
const faultMs = size(5, 20) * 1_000;
const recoverySeconds = 30;
/** What is looked for each second is found in less on the busiest machine. */
const generousMs = 5_000;

let submissions: string[] = [];

/** What happens as the site refuses a code. */
let refuse = () => {};

const { site, environment, customer } = await openWorkerPages({
  "/": '<form action="/sent"><input id="a" name="a"><button id="send">Send</button></form>',
  "/sent": ({ url = "" }) => {
    submissions.push(new URL(url, "http://site").searchParams.get("a") ?? "");
    return "<p id=p>sent</p><input id=code>";
  },
  "/code": ({ url }) => {
    const refused = url?.endsWith("=wrong");
    if (refused) refuse();
    return `<form><input id="code" name="code"></form><p>${refused ? "Not right" : "Welcome"}`;
  },
});
const relay = await openRelay(environment.database.url);
afterAll(() => relay.close());
afterAll(recover(relay.url));

/** What a web process does: advances the clock too, and takes over after workers that look lost. */
function recover(databaseUrl: string): () => Promise<void> {
  const db = connect(databaseUrl, { max: 2 });
  const { settings } = environment.system;
  const ctx = { ...openAppContext({ db, secret: testSecret, settings }), actor: { kind: "system" } } as const;
  const clock = new ServiceClock({ beat: (seen) => heartbeat({ ctx, input: { seen } }), report: () => {} });
  const stop = new AbortController();
  const running = keepRecovering({ ctx, clock, signal: stop.signal, onRecovered: () => {}, onFault: () => {} });
  return async () => {
    stop.abort();
    await Promise.all([clock.stop(), running]);
    await db.close();
  };
}

const fill: WrittenStep = fillFrom("input");
const send: WrittenStep = { type: "CLICK", selector: "#send" };

const name = (value: string): WrittenStep => ({ type: "FILL_INPUT", selector: "#a", value });
const sent = see("sent");

/** Tasks that wait, before and after they may have submitted something, and one that runs all the time. */
async function startTasks(runSeconds: number) {
  const harmless = await customer.create(site.url("/"), [wait, fill, send], codeLater);
  const submitted = await customer.create(site.url("/"), [send, wait, fill], codeLater);
  const running = await customer.create(site.url("/"), [send, pause(runSeconds), picture]);
  for (const taskId of [harmless, submitted]) await customer.waits(taskId, "code");
  await expect.poll(() => environment.taskRow(running)).toMatchObject({ step: 2 });
  return { waiting: [harmless, submitted], running };
}

async function expectUndisturbed({ waiting, running }: Awaited<ReturnType<typeof startTasks>>): Promise<void> {
  for (const taskId of waiting) await customer.push(taskId, "code", "1");
  for (const taskId of [...waiting, running])
    await expect
      .poll(() => environment.taskRow(taskId), { timeout: (outageSeconds + 40) * 1_000 })
      .toMatchObject({ state: "ready", attempts: 1 });
}

const faults: [string, () => void][] = [
  ["cut", () => relay.cut()],
  ["half open", () => relay.blackhole()],
  ["delayed by 2 s", () => relay.delay(2_000)],
];

test.each(faults)(
  `R5: connections that were %s: the worker works again within ${recoverySeconds} s, and nothing is lost or done twice`,
  async (kind, fail) => {
    submissions = [];
    await using _ = environment.startWorker({}, relay.url);
    const submitted = await customer.create(site.url(), [name(`${kind} 1`), send, sent, wait, fill], codeLater);
    const harmless = await customer.create(site.url(), [wait, name(`${kind} 2`), send, sent], codeLater);
    await customer.waits(submitted, "code");
    await customer.waits(harmless, "code");
    fail();
    const meanwhile = await customer.create(site.url(), [name(`${kind} 3`), send, sent]);
    await sleep(faultMs / 2);
    await customer.push(submitted, "code", "1");
    await sleep(faultMs / 2);
    relay.restore();
    const began = performance.now();
    await customer.push(harmless, "code", "2");
    const after = await customer.create(site.url(), [name(`${kind} 4`), send, sent]);
    const soon = { timeout: recoverySeconds * 1_000, interval: 50 };
    const ends = await Promise.all([submitted, harmless, meanwhile, after].map((taskId) => customer.end(taskId, soon)));
    console.log(`${kind}: all tasks ended ${((performance.now() - began) / 1_000).toFixed(1)} s after it was restored`);

    // A lease that was lost meanwhile ends what has submitted something.
    const names = ends.map((end) => (end.status === "ready" ? "ready" : end.code));
    expect(names.slice(1)).toEqual(["ready", "ready", "ready"]);
    expect(names[0]).toMatch(faultMs > 10_000 ? /^(ready|ERROR_WORKER_LOST)$/ : /^ready$/);
    expect(submissions.toSorted()).toEqual([1, 2, 3, 4].map((n) => `${kind} ${n}`));
    expect(await reconcile({ ctx: environment.system })).toEqual([]);
  },
);

test("R6: with the LISTEN connection silently dead, values are taken and cancelled tasks stop all the same, within about a second", async () => {
  await using _ = environment.startWorker({ slots: 1 }, relay.url);
  const waiting = await customer.createWaiting(site.url(), [wait, name("R6"), send, sent], codeLater);
  // Also new connections of the listener: from now on the worker learns of values by polling only.
  relay.blackhole("gatepost listener");
  const pushed = performance.now();
  await customer.push(waiting, "code", "1");
  await expect(customer.end(waiting)).resolves.toMatchObject({ status: "ready" });
  expect(performance.now() - pushed).toBeLessThan(generousMs);

  /** Resolves when a new task has the only slot. */
  const createRunning = async () => {
    const taskId = await customer.create(site.url(), [see("nothing", 120)]);
    await expect.poll(() => customer.ask(taskId)).toMatchObject({ progress: { step: 1 } });
    return taskId;
  };
  const running = await createRunning();
  const cancelled = performance.now();
  await customer.cancel(running);
  const next = await createRunning();
  expect(performance.now() - cancelled).toBeLessThan(generousMs);
  await customer.cancel(next);
  relay.restore();
});

test(`R19: a database that is unavailable for ${outageSeconds} s costs no task of a live worker`, async () => {
  await using _ = environment.startWorker({}, relay.url);
  const tasks = await startTasks(outageSeconds + 5);
  relay.cut();
  await sleep(outageSeconds * 1_000);
  relay.restore();
  await expectUndisturbed(tasks);
});

test("R19: neither does a clock of the database that is moved by 20 s or by an hour, either way", async () => {
  const { pool } = environment.system.db;
  // What statements call the time is ours to move: connections that are made from now on find these functions first.
  const name = new URL(environment.database.url).pathname.slice(1);
  await pool.query(`
    create schema moved;
    create table moved.by (seconds int);
    insert into moved.by values (0);
    create function moved.now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + seconds * interval '1 second' from moved.by $$;
    create function moved.clock_timestamp() returns timestamptz language sql volatile
      as $$ select pg_catalog.clock_timestamp() + seconds * interval '1 second' from moved.by $$;
    alter database ${name} set search_path = moved, pg_catalog, public;
  `);
  relay.cut();
  relay.restore();
  await using _ = environment.startWorker({}, relay.url);
  const tasks = await startTasks(30);
  for (const seconds of [20, -20, 3_600, -3_600]) {
    await pool.query(`update moved.by set seconds = ${seconds}`);
    expect(Math.round(await secondsAhead())).toBe(seconds);
    const from = await tick();
    await expect.poll(tick, { timeout: 30_000 }).toBeGreaterThan(from + 3);
  }
  await pool.query("update moved.by set seconds = 0");
  await expectUndisturbed(tasks);
});

async function tick(): Promise<number> {
  return (await environment.system.db.prisma.serviceClock.findFirstOrThrow()).tick;
}

/** How far what statements of a new connection take for the time is ahead of the server's own. */
async function secondsAhead(): Promise<number> {
  const db = connect(relay.url, { max: 1 });
  const { rows } = await db.pool.query("select extract(epoch from now() - pg_catalog.now())::float8 as ahead");
  await db.close();
  return Number(rows[0].ahead);
}

test("a value is asked for again although the database is unavailable for longer than the page may take", async () => {
  await using _ = environment.startWorker({}, relay.url);
  const code = { selector: "#code" };
  const again: WrittenStep = { type: "ASK_AGAIN_IF_TEXT", text: "Not right", name: "code", timeout: 2 };
  const steps: WrittenStep[] = [wait, { ...fill, ...code }, { type: "PRESS_KEY", key: "Enter" }, again];
  const taskId = await customer.create(site.url("/code"), steps, codeLater);
  const refused = new Promise<void>((resolve) => {
    refuse = () => {
      relay.cut();
      resolve();
    };
  });
  await customer.push(taskId, "code", "wrong");
  await refused;
  // Longer than the step and its grace.
  await sleep(3_600);
  relay.restore();
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "right");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
});
