import type { WrittenStep } from "@gatepost/contract/steps";
import { getReconciliation, getReconciliationFailure } from "@gatepost/domain/money/reconcile";
import { afterEach, expect, test, vi } from "vitest";
import { openRelay } from "../../../../tests/relay.ts";
import { BrowserPool } from "../browser/browser-pool.ts";
import { Browsers } from "../browser/browsers.ts";
import { codeLater, fillFrom, openWorkerPages, pause, wait } from "../testing/test-pages.ts";

let submissions: string[] = [];

const { site, environment, customer } = await openWorkerPages({
  "/": '<form action="/sent"><input id="a" name="a"><button id="send">Send</button></form>',
  "/sent": ({ url = "" }) => {
    submissions.push(url);
    return "<p id=p>sent</p><input id=code>";
  },
});

afterEach(() => {
  submissions = [];
  vi.restoreAllMocks();
});

const fill: WrittenStep = fillFrom("input");
/** Steps that do not wait long. */
const type: WrittenStep = { ...fill, timeout: 3 };
const see: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#a", timeout: 3 };
const send: WrittenStep = { type: "CLICK", selector: "#send" };

/** A task that waits before it submits anything, and one that waits after. */
const createHarmless = () => customer.create(site.url("/"), [wait, fill, send], codeLater);
const createSubmitted = () => customer.create(site.url("/"), [send, wait, fill], codeLater);

/** Of a task that waits, also in its second run. */
async function expectRunAgain(taskId: number): Promise<void> {
  await expect.poll(() => environment.taskRow(taskId)).toMatchObject({ attempts: 2 });
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "2");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 2 });
}

test("a frozen browser is lost once a step has timed out; what submitted nothing is run again, and the next task gets another one", async () => {
  await using _ = environment.startWorker();
  // They stay where they are for as long as it takes to freeze their browser.
  const waiting = await createHarmless();
  const submitted = await createSubmitted();
  const first = await customer.create(site.url("/"), [wait, see], codeLater);
  const typing = await customer.create(site.url("/"), [send, wait, type], codeLater);
  for (const taskId of [waiting, submitted, first, typing]) await customer.waits(taskId, "code");
  const frozen = environment.browsers.filter(({ gone }) => !gone.aborted);
  for (const { processId } of frozen) process.kill(processId as number, "SIGSTOP");
  // Its own step is the first to wait for the frozen browser.
  await customer.push(first, "code", "1");
  await customer.push(typing, "code", "1");
  for (const [taskId, step] of [
    [submitted, "2 (WAIT_FOR_VARIABLE_VALUE)"],
    [typing, "3 (FILL_INPUT)"],
  ] as const)
    await expect(customer.end(taskId)).resolves.toMatchObject({
      code: "ERROR_WORKER_LOST",
      description: expect.stringContaining(`The browser was lost at step ${step}, after a step`),
    });
  await expect(customer.end(first)).resolves.toMatchObject({ status: "ready", attempts: 2 });
  // Its task fails as soon as the browser is killed; its pipe closes a moment later.
  await expect.poll(() => frozen.every(({ gone }) => gone.aborted)).toBe(true);
  await expectRunAgain(waiting);
  expect(submissions).toEqual(["/sent?a=", "/sent?a=", "/sent?a=2"]);
  const neighbour = await customer.create(site.url("/"), [send]);
  await expect(customer.end(neighbour)).resolves.toMatchObject({ status: "ready", attempts: 1 });
});

test("a worker whose lease was ended drops its tasks, registers again and goes on", async () => {
  await using _ = environment.startWorker();
  const harmless = await createHarmless();
  const submitted = await createSubmitted();
  await customer.waits(harmless, "code");
  await customer.waits(submitted, "code");
  await environment.system.db.pool.query("update worker set ended_at = now() where ended_at is null");
  await expect(customer.end(submitted)).resolves.toMatchObject({ code: "ERROR_WORKER_LOST" });
  await expectRunAgain(harmless);
  expect(submissions).toEqual(["/sent?a=", "/sent?a=2"]);
});

test("R10, R20: a stopping worker returns running tasks that can run again, and lets the rest finish for a while, those that have just taken their value too; then what is left ends as ERROR_WORKER_LOST", async () => {
  const { stop, worker } = environment.startWorker({ drainSeconds: 600 });
  const harmless = await customer.create(site.url("/"), [pause(60)]);
  const taken = await customer.create(site.url("/"), [wait, pause(2), fill], codeLater);
  const [answered, unanswered] = [await createSubmitted(), await createSubmitted()];
  for (const taskId of [taken, answered, unanswered]) await customer.waits(taskId, "code");
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ state: "running", attempts: 1 });
  await customer.push(taken, "code", "1");
  await expect.poll(async () => (await customer.timeline(taken)).at(-1)?.type).toBe("PAUSE");
  const stopped = stop();
  await expect.poll(() => environment.taskRow(harmless)).toMatchObject({ state: "queued", attempts: 1 });
  await customer.push(answered, "code", "1");
  for (const taskId of [taken, answered])
    await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
  await worker.stop();
  await stopped;
  await expect(customer.end(unanswered)).resolves.toMatchObject({
    code: "ERROR_WORKER_LOST",
    description: expect.stringContaining("The worker was stopped at step 2"),
  });
  await customer.cancel(harmless);
});

test("a worker whose browser neither starts nor fails reconciles the ledger, whose differences and failures are logged and stored, and stops all the same (R10)", async () => {
  const { system } = environment;
  const { pool } = system.db;
  const said = vi.spyOn(console, "log");
  const lines = () => said.mock.calls.map(([line]) => JSON.parse(line));
  /** Runs such a worker until it has reconciled. */
  const reconciles = async (stored: () => Promise<unknown>) => {
    // A worker before it has scanned the ledger; the next scan would begin a day later.
    await pool.query("delete from reconciliation_scan");
    const start = vi.fn(() => new Promise<never>(() => {}));
    const browsers = new Browsers({ shell: new BrowserPool(start, { ownMax: 1 }) });
    await using _ = environment.startWorker({ browsers, drainSeconds: 600 });
    await expect.poll(() => start.mock.calls.length).toBe(1);
    await expect.poll(stored).not.toBeNull();
  };
  const { rows } = await pool.query(
    "update account set available = available + 1 where id = 1 returning available, held",
  );
  const { available, held } = rows[0];
  await reconciles(() => getReconciliation({ ctx: system }));
  await pool.query("update account set available = available - 1 where id = 1");
  const difference = {
    what: "balance against ledger",
    where: { accountId: 1 },
    found: `${available} available, ${held} held`,
    expected: `${available - 1} available, ${held} held`,
  };
  expect(lines()).toContainEqual(expect.objectContaining({ event: "reconciliation difference", ...difference }));
  expect((await getReconciliation({ ctx: system }))?.differences).toContainEqual(difference);

  // A statement that takes too long looks like an unavailable database.
  await pool.query(`
    create function take_too_long() returns trigger language plpgsql as $$ begin raise query_canceled; end $$;
    create trigger take_too_long before update on reconciliation_scan
      for each row when (new.failing_since is null) execute function take_too_long()`);
  await reconciles(() => getReconciliationFailure({ ctx: system }));
  await pool.query("drop function take_too_long cascade");
  await expect.poll(lines).toContainEqual(expect.objectContaining({ event: "reconciliation failed", code: "57014" }));
});

test("a database that is unavailable for a moment costs no task and no process", async () => {
  const relay = await openRelay(environment.database.workerUrl);
  await using _ = environment.startWorker({}, relay.url);
  const submitted = await createSubmitted();
  await customer.waits(submitted, "code");
  /** Cuts it until the worker has failed to reconnect. */
  const interrupt = async () => {
    const before = relay.refused;
    relay.cut();
    await expect.poll(() => relay.refused).toBeGreaterThan(before + 1);
  };
  await interrupt();
  relay.restore();
  await expect.poll(() => relay.open).toBeGreaterThan(0);
  await interrupt();
  await customer.push(submitted, "code", "1");
  const later = await createHarmless();
  relay.restore();
  await expect(customer.end(submitted)).resolves.toMatchObject({ status: "ready" });
  await customer.waits(later, "code");
  await customer.push(later, "code", "2");
  await expect(customer.end(later)).resolves.toMatchObject({ status: "ready" });
  expect(submissions).toHaveLength(2);
  relay.close();
});
