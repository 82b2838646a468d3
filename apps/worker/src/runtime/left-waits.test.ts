import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { openFolder } from "../../../../tests/folder.ts";
import { freePort } from "../../../../tests/free-port.ts";
import { openRelay } from "../../../../tests/relay.ts";
import type { Program } from "../../../cli/src/up/supervise.ts";
import { testEngine } from "../testing/test-browser.ts";
import { greenPoints } from "../testing/test-green.ts";
import { click, codeLater, fillFrom, openWorkerPages, picture, readText } from "../testing/test-pages.ts";
import { processes, workerEnv } from "../testing/test-process.ts";

/** By the name of a task: how often its page was loaded, and what its form sent. */
const loads = new Map<string, number>();
const sent = new Map<string, string[]>();
/** By the name of a task: how wide its page says that its window is. */
const widths = new Map<string, number>();
const nameIn = (url = "") => new URL(url, "http://site").searchParams.get("name") ?? "";

/** The class of an element that a step looks for. */
let stateOfLater = "";
/** The name of the window that is to close. */
let closing = "";
/** Whether a page is to open a dialog, half a second after it has read this. */
let alerts = false;
let onRead = () => {};

/** Notes all that a page can notice of its window and of the network: it asks for something every 100 ms, and has a WebSocket. */
const notice = `
  const noticed = new Set();
  const note = (what) => { noticed.add(what); document.querySelector("#noticed").textContent = [...noticed].join(); };
  addEventListener("resize", () => note("resize " + innerWidth));
  for (const type of ["pagehide", "freeze", "visibilitychange", "blur"]) addEventListener(type, () => note(type));
  const ask = () => fetch("/asked" + location.search + "&width=" + outerWidth).then(() => {}, () => note("no network")).then(() => setTimeout(ask, 100));
  ask();
  const socket = new WebSocket("ws://" + location.host + "/echo");
  let echoes = 0, messages = 0;
  socket.onopen = () => setInterval(() => socket.send(++messages), 100);
  socket.onmessage = ({ data }) => Number(data) === ++echoes || note("message " + data + " as " + echoes);
  socket.onclose = () => note("closed");
`;

const { site, environment, customer } = await openWorkerPages({
  "/form": ({ url }, response) => {
    const name = nameIn(url);
    loads.set(name, (loads.get(name) ?? 0) + 1);
    response.setHeader("set-cookie", `visit=${name}; HttpOnly`);
    return `<p id=noticed>nothing</p>
      <form method=post action="/sent?name=${name}"><input id=a name=a><input id=code name=code><button>Send</button></form>
      <script>${notice}</script>`;
  },
  "/asked": ({ url = "" }, response) => {
    widths.set(nameIn(url), Number(new URL(url, "http://site").searchParams.get("width")));
    response.end("yes");
  },
  "/sent": async (request, response) => {
    const { url, headers } = request;
    const body = await text(request);
    sent.set(nameIn(url), [...(sent.get(nameIn(url)) ?? []), `${body} ${headers.cookie}`]);
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><p id=p>received</p>");
  },
  "/opener": `<p id=first>the first window</p><a href="/guarded" id=enter>enter</a><a href="/opened" target=_blank id=open>open</a>
    <a href="/window?name=before" target=_blank id=before>before</a><a href="/window?name=after" target=_blank id=after>after</a>`,
  "/guarded": ({ headers }, response) => {
    response.writeHead(headers.authorization ? 200 : 401, { "content-type": "text/html", "www-authenticate": "Basic" });
    response.end(`<!doctype html><p id=signed>${headers.authorization}</p>`);
  },
  "/opened": `<p id=second>the second window</p>`,
  "/window": `<p id=which></p><script>
    which.textContent = new URL(location).searchParams.get("name");
    setInterval(async () => (await (await fetch("/closing")).text()) === which.textContent && window.close(), 50);
  </script>`,
  "/closing": (_, response) => response.end(closing),
  "/rounds": `<div id=list></div><input id=round><button onclick="list.append(round.value + ' '); round.value = ''">Add</button>`,
  "/covered": `<style>#short { color: #0f0; background: #0f0 }</style><input id=short><input id=other>`,
  "/later": `<p id=state onclick="state.textContent = 'clicked'">not yet</p>
    <script>setInterval(async () => { state.className = await (await fetch("/state")).text(); }, 100)</script>`,
  "/alerts": `<p id=said>nothing</p><script>
    const asking = setInterval(async () => {
      if ((await (await fetch("/alert")).text()) !== "yes") return;
      clearInterval(asking);
      setTimeout(() => { said.textContent = confirm("Still there?"); }, 500);
    }, 20);
  </script>`,
  "/alert": (_, response) => response.end(alerts ? "yes" : "no", () => alerts && onRead()),
  "/state": (_, response) => response.end(stateOfLater),
});
const another = await environment.newCustomer();
const echo = new WebSocketServer({ server: site.server, path: "/echo" });
echo.on("connection", (socket) => socket.on("message", (data) => socket.send(data.toString())));
const folder = openFolder();

const wait = (name = "code", timeout = 120): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name, timeout });
const formSteps: WrittenStep[] = [
  fillFrom("#a", "a"),
  wait(),
  readText("#noticed", "noticed"),
  fillFrom("#code", "code"),
  click("button"),
  { type: "WAIT_FOR_TEXT", text: "received" },
];

/** As an operator may set them: one of each for a worker and the one in its place. */
const [livePort, metrics] = [String(await freePort()), `127.0.0.1:${await freePort()}`];
const program: Program = {
  name: "worker",
  saves: true,
  retires: true,
  script: join(import.meta.dirname, "../main.ts"),
  cwd: folder,
  env: {
    ...workerEnv({ databaseUrl: environment.database.workerUrl, folder, allow: site.host }),
    GATEPOST_DRAIN_SECONDS: "0",
    WORKER_LIVE_PORT: livePort,
    GATEPOST_WORKER_METRICS: metrics,
  },
};
/**
 * A process that starts the worker as `gatepost up` does, and says which tasks the worker saves and deletes. What it is sent it takes
 * for the worker's.
 */
const launcher = (env: Program["env"]) => `
  const { ChildProcess } = await import("node:child_process");
  const { emit } = ChildProcess.prototype;
  let child;
  process.on("message", (message) => emit.call(child, "message", message));
  ChildProcess.prototype.emit = function (event, message, ...more) {
    const isTask = event === "message" && /^task\\//.test(message.save ?? message.forget);
    if (isTask) {
      child = this;
      process.send({ task: Number((message.save ?? message.forget).slice(5)), value: message.value });
    }
    return emit.call(this, event, message, ...more);
  };
  const { supervise } = await import(${JSON.stringify(new URL("../../../cli/src/up/supervise.ts", import.meta.url).href)});
  const worker = supervise(${JSON.stringify({ ...program, env })}, { log: () => {}, lost: () => {} });
  worker.startSucceeded();
  process.on("SIGUSR2", () => worker.replace());
`;
const launch = (env: Program["env"]) =>
  spawn(process.execPath, ["--input-type=module", "-e", launcher(env)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });

let launching: ChildProcess;
/** What is saved of tasks with it. */
let saved = new Map<number, unknown>();

beforeEach(() => {
  if (launching && launching.exitCode === null && launching.signalCode === null) return;
  launching = launch(program.env);
  const ofThis = new Map<number, unknown>();
  saved = ofThis;
  launching.on("message", ({ task, value }: { task: number; value?: string }) => {
    if (value) ofThis.set(task, deserialize(Buffer.from(value, "base64")));
    else ofThis.delete(task);
  });
});
/** Whoever ended the page, the launcher has closed its connections too. A test that failed leaves no task to the next one. */
afterEach(async () => {
  for (const { id, accountId } of await environment.system.db.prisma.task.findMany({ where: { endedAt: null } }))
    await (accountId === customer.ctx.actor.accountId ? customer : another).cancel(Number(id));
  await vi.waitUntil(() => echo.clients.size === 0, patience);
});
afterAll(async () => {
  launching.kill("SIGKILL");
  await vi.waitUntil(() => browsers().length === 0, patience);
});

/** The main processes of the browsers that this test's workers have started. */
const browsers = () =>
  processes().filter(({ command }) => command.includes(`--user-data-dir=${folder}`) && !command.includes("--type="));
const patience = { timeout: 60_000, interval: 50 };
const workers = (of = launching) =>
  processes().filter(({ parent, command }) => parent === of.pid && command.includes("worker/src/main.ts"));
const workerPid = () => vi.waitUntil(() => workers()[0]?.pid, patience);

/** Kills the worker; another one has started when it resolves, though it may not be at work yet. */
async function killWorker(): Promise<void> {
  const pid = await workerPid();
  process.kill(pid, "SIGKILL");
  await vi.waitUntil(async () => (await workerPid()) !== pid, patience);
}

async function createForm(name: string, owner = customer): Promise<number> {
  const variables = { a: "typed before", code: "_WAIT_FOR_IT_" };
  return owner.createWaiting(site.url(`/form?name=${name}`), formSteps, { variables });
}

/** Of tests that start more processes. */
const inSoak = skippedIf(isLong ? undefined : "npm run soak -- crashes runs it");

/** What a page may have noticed: in the full browser, that another window had the focus and it was less high for a moment. */
const unnoticed = testEngine === "full" ? /^(?:nothing|blur(?:,resize 1280)?)$/ : /^nothing$/;

/** Resolves when these tasks' waits are saved. */
const untilSaved = (...tasks: number[]) => vi.waitUntil(() => tasks.every((taskId) => saved.has(taskId)), patience);
/** The same for tasks of the form, and their windows are small: as narrow as the engine makes one. */
async function untilAtRest(tasks: number[], names: string[]): Promise<void> {
  await untilSaved(...tasks);
  await vi.waitUntil(() => names.every((name) => (widths.get(name) ?? 1_280) < 1_000), patience);
}

test("W1: waits go on, on their pages, when their worker is killed again and again", { timeout: 600_000 }, async () => {
  // Each account's tasks are in a browser of their own.
  const ownerOf = (n: number) => (n % 2 === 0 ? customer : another);
  const names = Array.from({ length: size(3, 20) }, (_, n) => `killed-${n}`);
  const tasks = await Promise.all(names.map((name, n) => createForm(name, ownerOf(n))));
  await untilAtRest(tasks, names);
  for (let n = 0; n < size(2, 20); n++) await killWorker();
  const before = performance.now();
  await Promise.all(tasks.map((taskId, n) => ownerOf(n).push(taskId, "code", "123456")));
  const ends = await Promise.all(tasks.map((taskId, n) => ownerOf(n).end(taskId)));
  console.log(`${tasks.length} went on within ${Math.round(performance.now() - before)} ms of the push`);
  for (const [n, name] of names.entries()) {
    expect(ends[n], JSON.stringify(ends[n])).toMatchObject({ status: "ready" });
    expect(ends[n]).toMatchObject({ solution: { texts: { noticed: expect.stringMatching(unnoticed) } } });
    expect(loads.get(name)).toBe(1);
    expect(sent.get(name)).toEqual([`a=typed+before&code=123456 visit=${name}`]);
    const timeline = await ownerOf(n).timeline(tasks[n] as number);
    expect(timeline.map((step) => step.type)).toEqual(["OPEN_PAGE", ...formSteps.map((step) => step.type)]);
    expect(timeline[2]?.picture).not.toBeNull();
  }
});

/** What a worker of 0.2.0 saves of a wait in the second run of a repetition, before which "one" was typed. Of `place` it reads the path. */
const savedBy020 = {
  place: { number: 1, path: [0, "steps", 0], type: "WAIT_FOR_VARIABLE_VALUE" },
  runs: [2],
  task: {
    taskId: expect.any(Number),
    accountId: expect.any(Number),
    fence: expect.any(Number),
    websiteUrl: site.url("/rounds"),
    domainsOfInterest: [],
    deadlineTick: expect.any(Number),
    sessionId: null,
    late: ["code"],
    steps: expect.any(Array),
    isDraft: false,
    keepsOpen: false,
    keepSession: false,
  },
  given: "{}",
  values: "[]",
  maySubmit: true,
  begun: 6,
  session: {
    engine: testEngine,
    contextId: expect.any(String),
    windows: {
      targets: [expect.any(String)],
      origins: ["null", site.url("").replace(/\/$/, "")],
      requestHeaders: expect.any(Object),
    },
    dialogs: { answers: [], step: expect.any(Number) },
    proxy: { username: expect.any(String), password: expect.any(String) },
    sites: [],
    window: { windowId: expect.any(Number), width: 1_280, height: expect.any(Number) },
    browser: expect.any(String),
  },
  secrets: { texts: new Set(["one"]), joined: new Set(), typed: new Set() },
  results: { texts: new Map(), data: new Map(), files: new Map(), screenshots: [], htmls: [] },
  refusals: new Map(),
  asked: { takenBy: new Map([["code", "1.steps.1 1"]]), seconds: new Map(), refused: new Map() },
  screenshots: [],
};

test("a wait is saved in a form that a worker of 0.2.0 reads, and goes on from the one that it saves, at the same place", async () => {
  const add: WrittenStep[] = [wait(), fillFrom("#round"), click("button")];
  const repeat: WrittenStep = { type: "REPEAT_WHILE_ELEMENT", selector: "#round", max: 2, steps: add };
  const taskId = await customer.create(site.url("/rounds"), [repeat, readText("#list")], codeLater);
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "one");
  const written = await vi.waitUntil(() => {
    const one = saved.get(taskId) as { runs: number[] } | undefined;
    return one?.runs[0] === 2 && one;
  }, patience);
  const { place, ...others } = savedBy020;
  expect(written).toEqual({ ...others, place: { path: place.path } });
  launching.send({ save: `task/${taskId}`, value: serialize({ ...written, place }).toString("base64") });
  await killWorker();
  await customer.push(taskId, "code", "two");
  expect(await customer.end(taskId)).toMatchObject({ solution: { texts: { text: "one two" } } });
});

test("a wait goes on in pop-ups of which one closes meanwhile, repetitions and failed steps; pushes, cancellations, deadlines and dialogs meanwhile apply", async () => {
  const create = (path: string, steps: WrittenStep[], more: Parameters<typeof customer.create>[2] = codeLater) =>
    customer.create(site.url(path), steps, more);
  const to = (window: string): WrittenStep => ({ type: "SWITCH_WINDOW", to: window });
  const windows: WrittenStep[] = [
    ...[click("#before"), readText("#which", "before"), to("first")],
    ...[click("#open"), readText("#second", "opened"), to("first")],
    ...[click("#after"), readText("#which", "after"), to("*/opened")],
    ...[wait(), readText("#second", "second"), { type: "CLOSE_WINDOW" } as const, to("first")],
    ...[readText("#first", "first"), click("#enter"), readText("#signed", "signed")],
  ];
  const settings = { httpAuth: { username: "ada", password: "love" } };
  const window = await create("/opener", windows, { ...codeLater, settings });
  const add: WrittenStep[] = [wait(), fillFrom("#round"), click("button")];
  const repeat: WrittenStep = { type: "REPEAT_WHILE_ELEMENT", selector: "#round", max: 3, steps: add };
  const rounds = await create("/rounds", [repeat, readText("#list")]);
  const short: WrittenStep[] = [wait("short"), fillFrom("#short", "short"), wait(), picture];
  const covered = await create("/covered", short, { variables: { ...codeLater.variables, short: "_WAIT_FOR_IT_" } });
  const failing: WrittenStep = { ...click(".done"), timeout: 2 };
  const help = await create("/later", [failing, readText("#state")], { onFailure: "ask" });
  const alerting = await create("/alerts", [wait(), readText("#said")]);
  const soonOver = await create("/form?name=over", [wait("code", 6)]);
  const cancelled = await createForm("cancelled");
  const pushed = await createForm("pushed");
  await customer.waits(rounds, "code");
  await customer.push(rounds, "code", "one");
  await customer.waits(covered, "short");
  await customer.push(covered, "short", "ab");
  for (const taskId of [window, rounds, covered, alerting]) await customer.waits(taskId, "code");
  await customer.waits(help, "_help");
  await untilSaved(window, rounds, covered, alerting, help, cancelled, pushed);

  const pid = await workerPid();
  const read = new Promise<void>((resolve) => {
    onRead = resolve;
  });
  closing = "before";
  alerts = true;
  await read;
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.kill(pid, "SIGKILL");
  await Promise.all([customer.push(pushed, "code", "123456"), customer.cancel(cancelled)]);

  expect(await customer.end(pushed)).toMatchObject({ status: "ready" });
  expect(await customer.end(cancelled)).toMatchObject({ code: "ERROR_TASK_CANCELED" });
  expect(await customer.end(soonOver)).toMatchObject({ code: "ERROR_VARIABLE_TIMEOUT" });
  await customer.push(window, "code", "1");
  expect(await customer.end(window)).toMatchObject({
    solution: {
      texts: { second: "the second window", first: "the first window", signed: `Basic ${btoa("ada:love")}` },
    },
  });
  for (const value of ["two", "three"]) {
    await customer.waits(rounds, "code");
    await customer.push(rounds, "code", value);
  }
  // The document was requested by a process that is dead.
  expect(await customer.end(rounds)).toMatchObject({
    solution: { texts: { text: "one two three" }, requestHeaders: { "user-agent": expect.any(String) } },
  });
  await customer.push(alerting, "code", "1");
  expect(await customer.end(alerting)).toMatchObject({ solution: { texts: { text: "false" } } });
  stateOfLater = "done";
  await customer.push(help, "_help", "retry");
  expect(await customer.end(help)).toMatchObject({ solution: { texts: { text: "clicked" } } });
  expect((await customer.timeline(help)).slice(1)).toMatchObject([
    { type: "CLICK", outcome: "failed", note: expect.stringContaining(".done") },
    { type: "CLICK", outcome: "done", note: null },
    { type: "READ_TEXT", outcome: "done" },
  ]);
  await customer.push(covered, "code", "1");
  const pictured = await customer.end(covered);
  expect(pictured).toMatchObject({ status: "ready" });
  const { page, close } = await environment.pool.take(1);
  const pictures = "solution" in pictured ? pictured.solution?.screenshots : [];
  expect(await greenPoints(page, pictures ?? [])).toEqual([0]);
  await close();
  expect([...loads].filter(([name]) => ["over", "cancelled", "pushed"].includes(name)).map(([, n]) => n)).toEqual([
    1, 1, 1,
  ]);
  expect([sent.get("cancelled"), sent.get("pushed")?.length]).toEqual([undefined, 1]);
});

test(
  "a wait goes on when its worker has retired and is killed, and the process in its place ends with it",
  inSoak,
  async () => {
    const taskId = await createForm("retired");
    await untilAtRest([taskId], ["retired"]);
    const retired = await workerPid();
    launching.kill("SIGUSR2");
    const registered = "select live_address as live from worker where ended_at is null order by id";
    const addresses = async () => (await environment.system.db.pool.query(registered)).rows.map(({ live }) => live);
    await vi.waitUntil(async () => (await addresses()).length === 2, patience);
    const [live, another] = await addresses();
    expect([live, another]).toEqual([`127.0.0.1:${livePort}`, expect.not.stringMatching(`:${livePort}$`)]);
    const scraped = async () => (await fetch(`http://${metrics}/metrics`)).text();
    // Those of the new one, which has no wait.
    await expect.poll(scraped, patience).toContain("gatepost_worker_waits 0");
    process.kill(retired, "SIGKILL");
    await customer.push(taskId, "code", "123456");
    const end = await customer.end(taskId);
    expect(end).toMatchObject({ status: "ready", solution: { texts: { noticed: expect.stringMatching(unnoticed) } } });
    expect(loads.get("retired")).toBe(1);
    await vi.waitUntil(() => workers().length === 1, patience);
  },
);

test("a browser ends whose worker was killed before it could register", inSoak, async () => {
  const relay = await openRelay(environment.database.workerUrl);
  relay.cut();
  const others = new Set(browsers().map(({ pid }) => pid));
  const own = launch({
    ...program.env,
    DATABASE_URL: relay.url,
    WORKER_LIVE_PORT: String(await freePort()),
    GATEPOST_WORKER_METRICS: `127.0.0.1:${await freePort()}`,
  });
  try {
    const left = await vi.waitUntil(() => browsers().find(({ pid }) => !others.has(pid))?.pid, patience);
    await vi.waitUntil(() => relay.refused > 0, patience);
    process.kill(workers(own)[0]?.pid ?? Number.NaN, "SIGKILL");
    relay.restore();
    await vi.waitUntil(() => browsers().every(({ pid }) => pid !== left), patience);
    expect(own.exitCode).toBe(null);
  } finally {
    own.kill("SIGKILL");
    relay.close();
  }
});

test.each([
  ["its registration was ended meanwhile", "registration"],
  // worker-faults.test.ts has a browser that dies.
  ...(isLong ? [["its browser was killed too", "browser"]] : []),
])("a wait is for another page where %s", async (_, lost) => {
  const name = `lost-${lost}`;
  const taskId = await createForm(name);
  await untilSaved(taskId);
  process.kill(await workerPid(), "SIGKILL");
  if (lost === "browser") for (const { pid } of browsers()) process.kill(pid, "SIGKILL");
  else await environment.system.db.pool.query("update worker set ended_at = now() where ended_at is null");
  await vi.waitUntil(() => loads.get(name) === 2, patience);
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "1");
  expect(await customer.end(taskId)).toMatchObject({ status: "ready" });
  expect(sent.get(name)).toHaveLength(1);
});

test.each([
  // main.test.ts has a worker whose launcher is gone.
  ...(isLong ? [["the launcher", false] as const] : []),
  ["the launcher and the worker", true] as const,
])("W3: when %s is killed, the browsers end, and waits end with their worker", async (_, both) => {
  const taskId = await createForm(`launcher-${both}`);
  await untilSaved(taskId);
  const worker = await workerPid();
  launching.kill("SIGKILL");
  if (both) process.kill(worker, "SIGKILL");
  await vi.waitUntil(() => browsers().length === 0 && !processes().some(({ pid }) => pid === worker), patience);
  const { status } = await customer.ask(taskId);
  expect(status).toBe("processing");
});
