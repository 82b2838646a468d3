import type { LiveRecording } from "@gatepost/contract/live";
import type { WrittenStep } from "@gatepost/contract/steps";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { saveDraft } from "@gatepost/domain/templates/save-template";
import { expect, test } from "vitest";
import { dump } from "../../../../tests/database-dump.ts";
import { openWorkerPages } from "../testing/test-pages.ts";
import { watchLive } from "../testing/test-watcher.ts";
import type { LivePage } from "./live-page.ts";

/** What the author of a template gets of a task's live page: steps of what they do, and elements that they point at. */

const canary = "Canary7391";

const { site, environment, customer } = await openWorkerPages({
  "/": `<input type="password" aria-label="Password" style="position: fixed; left: 0; top: 0; width: 300px; height: 80px"
      oninput="document.title = 'typed ' + value.length">
    <button style="position: fixed; left: 0; top: 100px; width: 300px; height: 80px"
      onclick="confirm('Remember ' + document.querySelector('input').value + '?')">Sign in</button>`,
  "/opener": `<button style="position: fixed; left: 0; top: 0; width: 300px; height: 80px"
    onclick="open('/', '', 'width=420,height=300')">Go</button>`,
  "/search": `<input aria-label="Name" style="position: fixed; left: 0; top: 0; width: 300px; height: 80px"
      oninput="suggestion.textContent = value">
    <button id="suggestion" style="position: fixed; left: 0; top: 100px; width: 300px; height: 80px"
      onclick="location = '/found/' + textContent + '?name=' + textContent"></button>`,
  [`/found/${canary}`]: `<p>Found</p>`,
  "/asking": `<button style="position: fixed; left: 0; top: 0; width: 300px; height: 80px"
    onclick="const field = document.createElement('input'); field.type = 'file'; field.click()">Photo</button>`,
  // A frame whose empty document a script has seen.
  "/framing": `<script>
    const frame = document.createElement("iframe");
    frame.src = "/";
    frame.style = "position: fixed; left: 0; top: 0; border: 0";
    document.documentElement.append(frame);
    frame.contentWindow.seen = true;
  </script>`,
});

const { worker } = environment.startWorker();

/** Somebody who watches, once they see the page. */
async function watch(page: LivePage | undefined, taskId: number, holder = "user 1") {
  const watcher = watchLive(page, { taskId, holder });
  await expect.poll(() => watcher.seen.state?.width).toBeGreaterThan(0);
  return watcher;
}

/** Somebody who records what they do on a page. */
async function record(path: string) {
  const steps: WrittenStep[] = [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "done", kind: "live" }];
  const taskId = await customer.create(site.url(path), steps, { variables: { done: "_WAIT_FOR_IT_" } });
  await customer.waits(taskId, "done");
  const author = await watch(worker.livePageOf(taskId), taskId);
  const { seen, send } = author;
  // Only the person who has a page records it.
  send({ type: "record" });
  send({ type: "take" });
  await expect.poll(() => seen.state?.controller?.isYou).toBe(true);
  expect(seen.state?.records).toBe(false);
  send({ type: "record" });
  await expect.poll(() => seen.answers).toHaveLength(1);
  return { taskId, ...author, latest: () => seen.answers.at(-1) as LiveRecording };
}

test("what a person does while they record becomes steps, and no row or message has a password", async () => {
  const { system } = environment;
  const { taskId, seen, send, click, latest } = await record("/");
  click(100, 40);
  send({ type: "text", text: canary });
  await expect.poll(() => seen.answers.length).toBeGreaterThan(1);
  click(100, 140);
  await expect.poll(() => seen.state?.dialog?.kind).toBe("confirm");
  send({ type: "dialog", accept: true, text: "" });
  await expect.poll(() => latest().steps).toHaveLength(5);
  expect(latest()).toEqual({
    type: "recording",
    description: expect.stringContaining(site.url("/")),
    steps: [
      { type: "WAIT_FOR_ELEMENT", selector: expect.any(String) },
      { type: "WAIT_FOR_VARIABLE_VALUE", name: "password", prompt: "Enter the password." },
      { type: "FILL_INPUT", selector: expect.any(String), value: { variable: "password" } },
      { type: "ANSWER_DIALOG", accept: true },
      { type: "CLICK", selector: 'role=button[name="Sign in"]' },
    ],
    passwords: ["password"],
    warnings: [],
  });
  send({ type: "handBack", at: "next" });
  await customer.end(taskId);
  expect(JSON.stringify(seen)).not.toContain(canary);
  expect((await dump(system.db)).toLowerCase()).not.toContain(canary.toLowerCase());
});

test("steps find no element by what was typed, and wait for no address with it: a task has another value", async () => {
  const { seen, send, click, latest } = await record("/search");
  click(100, 40);
  send({ type: "text", text: canary });
  await expect.poll(() => latest().steps).toHaveLength(1);
  click(100, 140);
  await expect.poll(() => seen.state?.tabs[0]?.url).toContain("/found/");
  await expect.poll(() => latest().steps).toHaveLength(2);
  send({ type: "record" });
  await expect.poll(() => latest().isComplete).toBe(true);
  expect(latest().steps).toEqual([
    { type: "FILL_INPUT", selector: 'role=textbox[name="Name"]', value: { variable: "name" } },
    { type: "CLICK", selector: "#suggestion" },
  ]);
});

test("a file that is chosen for a field which is not on the page becomes a step", async () => {
  const { seen, send, click, latest } = await record("/asking");
  click(100, 40);
  await expect.poll(() => seen.state?.chooser).toEqual({ multiple: false });
  send({ type: "files", files: [{ name: "a.png", mimeType: "image/png", base64: "YQ==" }] });
  const upload = { type: "UPLOAD_FILE", selector: 'role=button[name="Photo"]', file: { variable: "photo" } };
  await expect.poll(() => latest().steps).toEqual([upload]);
});

test("who asks for the steps anew gets those of all that they have done until then, whatever is under way", async () => {
  const { seen, send, click } = await record("/");
  click(100, 40);
  send({ type: "text", text: canary });
  send({ type: "record" });
  const complete = () => seen.answers.find((one) => one.type === "recording" && one.isComplete);
  await expect.poll(() => complete()).toMatchObject({ passwords: ["password"] });
});

test.each([
  ["a window that a page opens", "/opener", 420, ["CLICK"]],
  ["a frame that a script makes", "/framing", 1280, []],
] as const)(
  "what is done in %s becomes steps, each once, and what is typed there is covered",
  async (_, path, width, before) => {
    const { seen, send, click, latest } = await record(path);
    if (before.length > 0) click(100, 40);
    await expect.poll(() => seen.state?.width).toBe(width);
    click(100, 40);
    send({ type: "text", text: canary });
    click(100, 140);
    await expect.poll(() => seen.state?.dialog?.kind).toBe("confirm");
    expect(JSON.stringify(seen.state)).not.toContain(canary);
    send({ type: "dialog", accept: true, text: "" });
    const steps = [...before, "WAIT_FOR_ELEMENT", "WAIT_FOR_VARIABLE_VALUE", "FILL_INPUT", "ANSWER_DIALOG", "CLICK"];
    await expect.poll(() => latest().steps.map(({ type }) => type)).toEqual(steps);
  },
);

test("a draft keeps its page open for its author until they close it, and ends as its steps did", async () => {
  const create = async (steps: object[]) => {
    const task = { websiteURL: site.url("/"), template: { name: "Draft", steps }, keepsOpen: true };
    return (await createTask({ ctx: customer.ctx, input: { task } })).taskId;
  };
  const failing = await create([{ type: "CLICK", selector: "#not-there", timeout: 1 }]);
  await expect.poll(() => worker.livePageOf(failing)).toBeDefined();
  const one = await watch(worker.livePageOf(failing), failing);
  await expect.poll(() => one.seen.state?.isKept).toBe(true);
  // By what matches, a link would tell what is covered; and it closes nothing.
  const byLink = await watch(worker.livePageOf(failing), failing, "link 1");
  byLink.send({ type: "seek", selector: "input" });
  byLink.send({ type: "point", x: 100, y: 140, picks: true });
  byLink.send({ type: "close" });
  one.send({ type: "point", x: 100, y: 140, picks: true });
  await expect.poll(() => one.seen.answers).toHaveLength(1);
  expect(one.seen.answers[0]).toMatchObject({ type: "pointed", selectors: ['role=button[name="Sign in"]'] });
  one.send({ type: "seek", selector: "input, button" });
  await expect.poll(() => one.seen.answers).toHaveLength(2);
  expect(one.seen.answers[1]).toMatchObject({ type: "found", count: 2 });
  expect(byLink.seen.answers).toEqual([]);
  expect(one.seen.ends).toEqual([]);
  one.send({ type: "close" });
  expect(await customer.end(failing)).toMatchObject({ status: "failed", code: "ERROR_STEP_FAILED" });
  expect(one.seen.ends).toEqual(["over"]);

  const ready = await create([{ type: "CLICK", selector: "button" }]);
  await expect.poll(() => worker.livePageOf(ready)).toBeDefined();
  const other = await watch(worker.livePageOf(ready), ready);
  await expect.poll(() => other.seen.state?.isKept).toBe(true);
  // It may be taken over, and closed by the person who has it.
  other.send({ type: "take" });
  await expect.poll(() => other.seen.state?.controller?.isYou).toBe(true);
  other.send({ type: "close" });
  expect(await customer.end(ready)).toMatchObject({ status: "ready" });
});

test("an author continues with edited steps on the page that was kept open, from any of them on", async () => {
  const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
  const type = { type: "FILL_INPUT", selector: "input", value: { variable: "code" } };
  const read = { type: "READ_TEXT", selector: "button", as: "label" };
  const draftOf = (steps: object[]) => ({ name: "Draft", steps });
  const wrong = draftOf([wait, type, { type: "CLICK", selector: "#not-there", timeout: 1 }, read]);
  const task = { websiteURL: site.url("/"), template: wrong, keepsOpen: true, variables: { code: "_WAIT_FOR_IT_" } };
  const { taskId } = await createTask({ ctx: customer.ctx, input: { task } });
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", canary);
  const author = await watch(worker.livePageOf(taskId), taskId);
  const kept = () => expect.poll(() => author.seen.state?.isKept).toBe(true);
  const begun = async () => (await customer.timeline(taskId)).map(({ place, sentence }) => `${place} ${sentence}`);
  const before = ["0 Open the website", "1 Wait for the code", "2 Type the code into input", "3 Click #not-there"];
  await kept();
  const draft = await saveDraft(customer.ctx, draftOf([wait, type, { type: "CLICK", selector: "button" }, read]));

  const byLink = await watch(worker.livePageOf(taskId), taskId, "link 1");
  byLink.send({ type: "continue", draft, at: "3" });
  author.send({ type: "continue", draft, at: "5" });
  await expect.poll(() => author.seen.answers).toEqual([{ type: "refused", reason: "The draft has no step 5." }]);
  await kept();
  expect(await begun()).toEqual(before);

  author.send({ type: "continue", draft, at: "3" });
  const continued = [...before, "3 Click button", "4 Read button as label"];
  await expect.poll(begun).toEqual(continued);
  await kept();
  // The code that was taken is used up.
  author.send({ type: "continue", draft, at: "1" });
  await customer.waits(taskId, "code");
  await customer.push(taskId, "code", "349001");
  await expect.poll(begun).toHaveLength(continued.length + 4);
  await kept();
  author.send({ type: "close" });
  expect(await customer.end(taskId)).toMatchObject({ status: "ready", solution: { texts: { label: "Sign in" } } });
  expect(byLink.seen.answers).toEqual([]);
});
