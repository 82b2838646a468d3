import { setTimeout as sleep } from "node:timers/promises";
import { firstLate, firstTask } from "@gatepost/contract/first-task";
import { waitForIt } from "@gatepost/contract/limits";
import { expect, test } from "@playwright/test";
import { Gatepost, type GatepostError } from "gatepost";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { newDataFolder, npmStart, type Started } from "../npm-start.ts";

const data = newDataFolder();
/** Longer than the test: what ends the drain is a second Ctrl-C, or that nothing is left to wait for. */
const drain = { GATEPOST_DRAIN_SECONDS: "600", WORKER_SLOTS: "4" };
/** A key press that comes sooner after another one counts as the same, since npm passes signals on. */
const secondPress = 1_100;

let running: Started | undefined;

test.afterAll(async () => {
  running?.npm.kill("SIGTERM");
  await running?.ended;
  data.remove();
});

async function start(): Promise<Gatepost> {
  running = await npmStart(data.path, drain);
  return new Gatepost({ baseUrl: running.url, clientKey: running.clientKey });
}

/** A task that waits after it has submitted a form, so that it cannot be run again. */
async function signIn(client: Gatepost, site: string): Promise<number> {
  const task = { ...firstTask, websiteURL: `${site}/login` };
  return (await client.createTask({ task })).taskId;
}

/** A task that waits before it has submitted anything. */
async function echo(client: Gatepost, site: string): Promise<number> {
  const task = {
    type: "AntiGateTask" as const,
    websiteURL: `${site}/echo`,
    templateName: "Echo a word",
    variables: { word: waitForIt },
  };
  return (await client.createTask({ task })).taskId;
}

const untilWaiting = (client: Gatepost, taskId: number) =>
  expect
    .poll(() => client.getTaskResult({ taskId }), { intervals: [50] })
    .toMatchObject({ status: "processing", waitingFor: [expect.any(String)] });

const untilReady = (client: Gatepost, taskId: number) =>
  expect.poll(() => client.getTaskResult({ taskId }), { intervals: [50] }).toMatchObject({ status: "ready" });

test("R20: while npm start stops, pushes are taken; only waits that outlast the drain time end", async () => {
  let client = await start();
  const site = /"websiteURL":"(http:\/\/[\d.:]+)\/login"/.exec(running?.said() ?? "")?.[1] as string;
  const cli = { GATEPOST_DATA_DIR: data.path };
  const accounts = JSON.parse((await gatepost(["account", "list", "--json"], cli)).stdout) as {
    items: { accountId: number }[];
  };
  const account = String(accounts.items[0]?.accountId);
  const imported = await gatepost(["template", "import", "docs/examples/echo-a-word.json", "--account", account], cli);
  expect(imported.code, imported.stderr).toBe(0);

  const [submitted, harmless, unanswered, unansweredHarmless] = [
    await signIn(client, site),
    await echo(client, site),
    await signIn(client, site),
    await echo(client, site),
  ];
  for (const taskId of [submitted, harmless, unanswered, unansweredHarmless]) await untilWaiting(client, taskId);

  running?.pressCtrlC();
  await expect
    .poll(() => running?.said())
    .toContain("Stopping: 4 tasks wait for a value. They have 600 s at most, and pushes are accepted until then.");
  expect(running?.said()).toContain("Ctrl-C again stops at once.");
  const pressed = performance.now();

  // In the browser session in which the value was asked for: nothing is run again.
  await client.pushAntiGateVariable({ taskId: submitted, name: firstLate, value: rightCode });
  await client.pushAntiGateVariable({ taskId: harmless, name: "word", value: "gatepost" });
  for (const taskId of [submitted, harmless]) {
    await untilReady(client, taskId);
    expect(await client.getTaskResult({ taskId })).toMatchObject({ solveCount: 1 });
  }
  const queued = await echo(client, site);

  await sleep(Math.max(0, secondPress - (performance.now() - pressed)));
  running?.pressCtrlC();
  await running?.ended;

  client = await start();
  const end = await client.getTaskResult({ taskId: unanswered }).catch((error: GatepostError) => error);
  expect(end).toMatchObject({ errorCode: "ERROR_WORKER_LOST" });
  for (const taskId of [unansweredHarmless, queued]) await untilWaiting(client, taskId);

  // As a service manager stops it: npm alone gets the signal.
  running?.npm.kill("SIGTERM");
  await expect.poll(() => running?.said()).toContain("Stopping: 2 tasks wait for a value.");
  await client.pushAntiGateVariable({ taskId: unansweredHarmless, name: "word", value: "later" });
  await untilReady(client, unansweredHarmless);
  expect(await client.getTaskResult({ taskId: unansweredHarmless })).toMatchObject({ solveCount: 2 });
  await client.pushAntiGateVariable({ taskId: queued, name: "word", value: "last" });
  // The last one has ended, so nothing is left to wait for.
  await running?.ended;
});
