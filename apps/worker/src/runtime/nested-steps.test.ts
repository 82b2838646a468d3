import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { click, fillFrom, openWorkerDemoSite, pause, picture, readText, repeatWhile } from "../testing/test-pages.ts";

const framed = await openTestSite({
  "/": () => `<h1>Here</h1><iframe src="http://localhost:${framed.port}/busy"></iframe>`,
  "/busy": "<script>onload = () => setTimeout(() => { for (;;); }, 50)</script>",
});
afterAll(() => framed.close());
const { site, environment, customer } = await openWorkerDemoSite({ also: `${framed.host},localhost:${framed.port}` });

const soon = { timeout: 1.5 };
const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "pin" } as const;
const fill: WrittenStep = fillFrom("#pin", "pin");
const approve = click("#approve");
const repeat = (max: number, steps: WrittenStep[]) => repeatWhile("#approve", max, steps, soon.timeout);
const late = { variables: { pin: "_WAIT_FOR_IT_" } };

const ask = (kind: "yes_no" | "code", prompt: string): WrittenStep => ({ ...wait, kind, prompt });
const branches = (selector: string): WrittenStep => ({
  type: "IF_ELEMENT",
  selector,
  then: [ask("yes_no", "Pay 100?")],
  else: [ask("code", "Which code?")],
  ...soon,
});
const createBranches = (selector: string) =>
  customer.create(`${site.url}/approvals?left=1`, [branches(selector)], late);

/** It gets a value before a worker runs it. */
const early = await createBranches("#nothing");
await customer.push(early, "pin", true);
const worker = environment.startWorker();

test("progress and timeline tell the place of a nested step, and why an optional one failed", async () => {
  const missing: WrittenStep = { type: "CLICK", selector: "#nothing", optional: true, timeout: 1 };
  const inner: WrittenStep = { type: "IF_ELEMENT", selector: "#pin", then: [missing, wait, fill], ...soon };
  const taskId = await customer.create(`${site.url}/approvals?left=1`, [picture, inner, approve], late);
  await customer.waits(taskId, "pin");
  expect(await customer.ask(taskId)).toMatchObject({
    progress: { step: 2, of: 3, type: "WAIT_FOR_VARIABLE_VALUE", path: "2.then.2" },
  });
  await customer.push(taskId, "pin", "1");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  const timeline = (await customer.timeline(taskId)).map(({ place, type, outcome, note }) =>
    [place, type, outcome, note].filter(Boolean).join(" "),
  );
  expect(timeline).toEqual([
    "0 OPEN_PAGE done",
    "1 TAKE_SCREENSHOT done",
    "2 IF_ELEMENT done",
    expect.stringMatching(/^2\.then\.1 CLICK failed Step 2\.then\.1 \(CLICK\) failed .* no element matched it/),
    "2.then.2 WAIT_FOR_VARIABLE_VALUE done",
    "2.then.3 FILL_INPUT done",
    "3 CLICK done",
  ]);
});

test("a frame of another site that does not answer keeps no condition from being decided", async () => {
  const [then, otherwise] = [[readText("h1", "yes")], [readText("h1", "no")]];
  const taskId = await customer.create(framed.url(), [
    pause(1),
    { type: "IF_TEXT", text: "There", then, else: otherwise, ...soon },
    { type: "IF_TEXT", text: "Here", then, ...soon },
  ]);
  await expect(customer.end(taskId)).resolves.toMatchObject({
    solution: { texts: { yes: "Here", no: "Here" } },
  });
});

test("of two waits for one name, in branches, the one that is reached asks, and takes only what it accepts, also of what was pushed before", async () => {
  const shown = await createBranches("#pin");
  for (const [taskId, asked, wrong, right] of [
    [shown, { kind: "yes_no", prompt: "Pay 100?" }, "123456", true],
    [early, { kind: "code", prompt: "Which code?" }, true, "123456"],
  ] as const) {
    await customer.waits(taskId, "pin");
    expect(await customer.ask(taskId)).toMatchObject({ waiting: [asked] });
    const refused = { code: "ERROR_VARIABLE_REFUSED" };
    await expect(customer.push(taskId, "pin", wrong)).rejects.toMatchObject(refused);
    await customer.push(taskId, "pin", right);
    await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  }
});

test("a wait in a repetition asks anew in each run, also for the same value, and within a run when the site refuses one; each is submitted once", async () => {
  const before = site.submissions("/approvals").length;
  // The site accepts every number: what is taken for a refusal is that a second payment is left.
  const again: WrittenStep = { type: "ASK_AGAIN_IF_TEXT", text: "Payment 2", name: "pin", ...soon };
  const taskId = await customer.create(`${site.url}/approvals?left=3`, [repeat(9, [wait, fill, approve, again])], late);
  for (const pin of ["11", "22", "22"]) {
    await customer.waits(taskId, "pin");
    await customer.push(taskId, "pin", pin);
  }
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready", attempts: 1 });
  const submitted = site.submissions("/approvals").slice(before);
  expect(submitted.map(({ fields }) => fields.pin)).toEqual(["11", "22", "22"]);
});

/** Of the worker that ran all others. */
test("a task whose value is gone is never run again, though nothing was submitted", async () => {
  const look: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#pin" };
  const taskId = await customer.create(`${site.url}/approvals`, [repeat(3, [wait, look])], late);
  await customer.waits(taskId, "pin");
  await customer.push(taskId, "pin", "1");
  await expect.poll(() => environment.taskRow(taskId)).toMatchObject({ maySubmit: true });
  await worker.stop();
  await expect(customer.end(taskId)).resolves.toMatchObject({ code: "ERROR_WORKER_LOST" });
});
