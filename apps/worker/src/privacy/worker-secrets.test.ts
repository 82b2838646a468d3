import type { WrittenStep } from "@gatepost/contract/steps";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import { expect, test, vi } from "vitest";
import { dump } from "../../../../tests/database-dump.ts";
import { greenPoints } from "../testing/test-green.ts";
import { fillFrom, openWorkerPages, readList, readText, snapshot } from "../testing/test-pages.ts";

if (isLong) vi.setConfig({ testTimeout: 600_000 });

const first = "canary-K7Q-1";
const second = "canary-K7Q-2";
const password = "canary-password";

/** Whatever shows a secret shows it in green; after Enter the page refuses the first code, and says so with it. */
const page = `<style>p, input { color: #0f0; font: 40px monospace; border: 0; outline: 0 }</style>
  <h1>Code</h1><input id="password" type="password"><input id="code" oninput="echo.textContent = value">
  <p id="echo" title=""></p>
  <script>code.onkeydown = ({ key }) => {
    if (key !== "Enter") return;
    document.querySelector("h1").textContent = code.value === "${second}" ? "Thank you" : "Not right";
    document.title = echo.title = localStorage.code = code.value;
    history.pushState(null, "", "/?code=" + code.value);
  };</script>`;

/** Puts what is typed wherever a page can put it. */
const echoingPage = `<h1></h1><ul></ul><a id="file" href="/file">File</a><input id="password" type="password">
  <script>password.oninput = () => {
    const { value } = password;
    document.querySelector("h1").textContent = value;
    document.querySelector("ul").innerHTML = "<li>" + value + "<li>x" + value.toUpperCase();
    document.cookie = "kept=" + value;
    document.cookie = value + "=kept";
    localStorage.kept = localStorage[value] = value;
    Object.defineProperty(navigator, "vendor", { value });
    history.replaceState(null, "", "/echo?kept=" + value);
  };</script>`;

const { site, environment, customer } = await openWorkerPages({
  "/": page,
  "/echo": echoingPage,
  "/file": (_, response) => {
    const disposition = `attachment; filename="${password}.txt"`;
    response.writeHead(200, { "content-type": "text/plain", "content-disposition": disposition }).end("a file");
  },
});

environment.startWorker();

const steps: WrittenStep[] = [
  fillFrom("#password", "password"),
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
  fillFrom("#code"),
  { type: "PRESS_KEY", key: "Enter" },
  { type: "ASK_AGAIN_IF_TEXT", text: "Not right", name: "code", timeout: 1 },
  { type: "TAKE_SCREENSHOT" },
  { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: "body" },
];
const variables = { password, code: "_WAIT_FOR_IT_" };

const forms = [first, second, password].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
]);
const hits = (text: string) => forms.filter((form) => text.includes(form));

/** The picture at a wait is taken once the wait has lasted a moment. */
async function picturedWait(taskId: number, waits: number): Promise<void> {
  await customer.waits(taskId, "code");
  const look = async () => {
    const timeline = await customer.timeline(taskId);
    expect(timeline.filter(({ type, picture }) => type === "WAIT_FOR_VARIABLE_VALUE" && picture)).toHaveLength(waits);
  };
  await vi.waitFor(look, { timeout: 60_000, interval: 50 });
}

/** The same with the code in a joined text, and the password stored in the account. */
const stored = steps.map((step): WrittenStep => {
  if (step.type !== "FILL_INPUT") return step;
  return { ...step, value: step.selector === "#code" ? { text: "{{code}}" } : { secret: "password" } };
});

test.concurrent.each([
  ["", steps],
  [" that are stored or in a joined text", stored],
])("S7: late values and passwords%s are in no picture, snapshot, error, log line or column", async (name, steps) => {
  const said = vi.spyOn(console, "log");
  await saveSecret({ ctx: customer.ctx, input: { name: "password", value: password, domains: ["127.0.0.1"] } });

  const ready = await customer.create(site.url(), steps, { variables, session: `canary${name}` });
  await picturedWait(ready, 1);
  await customer.push(ready, "code", first);
  await picturedWait(ready, 2);
  await customer.push(ready, "code", second);
  expect(hits(await dump(environment.system.db))).toEqual([]);
  const { screenshots, HTMLsInBase64 } = await customer.solution(ready);

  // The page shows the code at that moment.
  const missing: WrittenStep = { type: "WAIT_FOR_TEXT", text: "Thank you", timeout: 1 };
  const failing = [...steps.slice(0, 4), missing];
  const failed = await customer.create(site.url(), failing, { variables });
  await customer.push(failed, "code", first);
  const failure = await customer.end(failed);
  expect(failure).toMatchObject({ code: "ERROR_STEP_FAILED" });

  const timelines = [await customer.timeline(ready), await customer.timeline(failed)];
  const pictures = timelines.flatMap((timeline) => timeline.filter(({ picture }) => picture));
  expect(pictures.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual([
    "WAIT_FOR_VARIABLE_VALUE done",
    "WAIT_FOR_VARIABLE_VALUE done",
    "TAKE_SCREENSHOT done",
    "WAIT_FOR_TEXT failed",
  ]);
  const lease = await environment.pool.take(1);
  const eye = await greenPoints(lease.page, [
    ...pictures.map(({ picture }) => picture?.base64 as string),
    ...screenshots,
  ]);
  await lease.close();
  expect(eye).toEqual([0, 0, 0, 0, 0]);

  expect(
    HTMLsInBase64.map((html) => Buffer.from(html, "base64").toString()).filter((html) => hits(html).length),
  ).toEqual([]);
  expect(hits(JSON.stringify(failure))).toEqual([]);
  expect(hits(await dump(environment.system.db))).toEqual([]);
  expect(said.mock.calls.length).toBeGreaterThan(2);
  expect(hits(JSON.stringify(said.mock.calls))).toEqual([]);
});

test("S7: a stored secret that a site echoes is nowhere in the solution or in a failure", async () => {
  await saveSecret({ ctx: customer.ctx, input: { name: "password", value: password, domains: ["127.0.0.1"] } });
  const echoed: WrittenStep[] = [
    { type: "FILL_INPUT", selector: "#password", value: { secret: "password" } },
    ...[readText("h1", "heading"), readList("li", { item: {} }, "items"), snapshot("body")],
    { type: "DOWNLOAD_FILE", selector: "#file", as: "file" },
  ];
  const ready = await customer.create(site.url("/echo"), echoed, { session: "echo" });
  const { HTMLsInBase64, ...solution } = await customer.solution(ready);
  const shown = JSON.stringify([solution, HTMLsInBase64.map((html) => Buffer.from(html, "base64").toString())]);
  expect(shown.toLowerCase()).not.toContain(password);
  expect(solution).toMatchObject({
    url: site.url("/echo?kept=…"),
    texts: { heading: "…" },
    data: { items: [{ item: "…" }, { item: "x…" }] },
    cookies: { kept: "…", "…": "kept" },
    localStorage: { kept: "…", "…": "…" },
    files: { file: { name: "….txt" } },
  });

  const missing: WrittenStep = { type: "CLICK", selector: "#none", timeout: 1 };
  const failure = await customer.end(await customer.create(site.url("/echo"), [...echoed, missing]));
  expect(failure).toMatchObject({ code: "ERROR_STEP_FAILED", partial: { texts: { heading: "…" } } });
  expect(JSON.stringify(failure).toLowerCase()).not.toContain(password);
  expect(hits(await dump(environment.system.db))).toEqual([]);
});

test("a value that comes while the wait's picture is being made is in no picture", async () => {
  const typed = [...steps.slice(0, 3), { type: "PAUSE", seconds: 0.5 } as WrittenStep];
  const pictures: string[] = [];
  for (let n = 0; n < size(2, 100); n++) {
    const taskId = await customer.create(site.url(), typed, { variables });
    await customer.waits(taskId, "code");
    await new Promise((resolve) => setTimeout(resolve, 150 + (n % 4) * 80));
    await customer.push(taskId, "code", first);
    await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
    for (const { picture } of await customer.timeline(taskId)) if (picture) pictures.push(picture.base64);
  }
  expect(pictures.length).toBeGreaterThan(0);
  const lease = await environment.pool.take(1);
  const eye = await greenPoints(lease.page, pictures);
  await lease.close();
  expect(eye.filter((green) => green > 0)).toEqual([]);
});
