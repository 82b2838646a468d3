import type { LiveInput } from "@gatepost/contract/live-input";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { dump } from "../../../../tests/database-dump.ts";
import type { Launcher } from "../launcher.ts";
import { inSessionAt } from "../testing/test-browser.ts";
import { greenPoints } from "../testing/test-green.ts";
import { codeLater, fillFrom, openWorkerPages, wait } from "../testing/test-pages.ts";
import { watchLive } from "../testing/test-watcher.ts";

/** A person who has a task's page: what reaches it, and what is kept of it. */

const canary = "Canary7391";

const { site, environment, customer } = await openWorkerPages({
  "/field": `<style>* { color: #0f0; font: 40px monospace; border: 0; outline: 0 }</style>
    <input id="field" style="position: fixed; left: 0; top: 0; width: 600px; height: 80px"
      oninput="echo.textContent = value; document.title = 'typed ' + value.length">
    <p id="echo" style="position: fixed; left: 0; top: 200px"></p>`,
  // Chips are such buttons. A page can also say itself on what somebody has acted.
  "/named": `<input id="field" style="position: fixed; left: 0; top: 0; width: 600px; height: 80px"
      oninput="remove.ariaLabel = 'Remove ' + value">
    <button style="position: fixed; left: 0; top: 200px; width: 600px; height: 80px"
      onclick="__gatepostActed({ selector: 'any\\0thing' })">x</button>
    <button aria-label="Keep Ada Lovelace" style="position: fixed; left: 0; top: 400px; width: 600px; height: 80px">x</button>
    <a id="file" href="/file" style="position: fixed; left: 0; top: 600px; width: 600px; height: 80px"
      onclick="download = field.value + '.txt'">File</a>
    <script>const remove = document.querySelector("button");</script>`,
  "/file": (_, response) => response.end("a file"),
  "/busy": `<script>setInterval(() => { for (const until = Date.now() + 700; Date.now() < until; ); }, 10)</script>`,
});

const key = (kind: "down" | "up", name: string): LiveInput => ({
  type: "key",
  kind,
  key: name,
  code: "",
  keyCode: name.toUpperCase().charCodeAt(0),
  location: 0,
  isRepeated: false,
  modifiers: 0,
});

/** Somebody who has the page of a waiting task. */
async function takeOver({ worker }: ReturnType<typeof environment.startWorker>, taskId: number) {
  const watcher = watchLive(worker.livePageOf(taskId), { taskId });
  const { seen, send } = watcher;
  await expect.poll(() => seen.frames).toBeGreaterThan(0);
  // Before the page is theirs, nothing reaches it.
  send({ type: "text", text: "early" });
  send({ type: "take" });
  await expect.poll(() => seen.state?.controller).toEqual({ name: "Ada", isYou: true });
  return watcher;
}

test("L7: what a person types reaches the page, and no picture, timeline or row of the database has it", async () => {
  await using started = environment.startWorker();
  const steps: WrittenStep[] = [wait, { type: "TAKE_SCREENSHOT" }];
  const taskId = await customer.createWaiting(site.url("/field"), steps, codeLater);
  const { seen, send, click } = await takeOver(started, taskId);
  click(100, 40);
  for (const letter of canary.slice(0, 6)) {
    send(key("down", letter));
    send(key("up", letter));
  }
  send({ type: "text", text: canary.slice(6) });
  const shown = seen.frames;
  await expect.poll(() => seen.frames).toBeGreaterThan(shown);
  send({ type: "handBack", at: "next" });

  const { screenshots } = await customer.solution(taskId);
  const [browser] = environment.browsers;
  if (!browser) throw new Error("There is no browser.");
  expect(await inSessionAt(browser, site.url("/field"), (blank) => greenPoints(blank, screenshots))).toEqual([0]);
  const [waited] = (await customer.timeline(taskId)).filter(({ type }) => type === "WAIT_FOR_VARIABLE_VALUE");
  expect(waited?.note).toMatch(/^taken over at .* UTC by Ada; handed back at .* UTC by Ada, who acted on #field$/);
  expect((await dump(environment.system.db)).toLowerCase()).not.toContain(canary.toLowerCase());
});

test("the timeline does not name an element or a file by what was typed or given, nor have what no table can", async () => {
  await using started = environment.startWorker();
  const steps: WrittenStep[] = [
    wait,
    { type: "IF_VALUE", name: "who", equals: "", then: [{ type: "DOWNLOAD_FILE", selector: "#file", as: "file" }] },
  ];
  const variables = { code: "_WAIT_FOR_IT_", who: "Ada Lovelace" };
  const taskId = await customer.createWaiting(site.url("/named"), steps, { variables });
  const { seen, send, click } = await takeOver(started, taskId);
  click(100, 40);
  send({ type: "text", text: "ada@example.com" });
  click(100, 240);
  click(100, 440);
  click(100, 640);
  await expect.poll(() => seen.state?.download).toMatchObject({ outcome: "kept" });
  send({ type: "handBack", at: "next" });

  expect(await customer.end(taskId)).toMatchObject({ status: "ready" });
  const [waited] = (await customer.timeline(taskId)).filter(({ type }) => type === "WAIT_FOR_VARIABLE_VALUE");
  const acted = '#field, button[aria-label="Remove …"], any thing, button[aria-label="Keep …"], #file';
  expect(waited?.note?.split(" by Ada, ").at(-1)).toBe(`who acted on ${acted} and downloaded ….txt`);
});

/** What a worker has saved with its launcher, by name. */
function testLauncher() {
  const saved = new Map<string, unknown>();
  const launcher = {
    saved: new Map(),
    savedBelow: () => new Map(),
    save: async (name: string, value: unknown) => void saved.set(name, value),
    forget: async (name: string) => void saved.delete(name),
  };
  return { saved, launcher: launcher as unknown as Launcher };
}

test("a wait is not saved for another process while somebody is about to have its page or has it, and is saved again when they do not want it any more", async () => {
  const { saved, launcher } = testLauncher();
  await using started = environment.startWorker({ launcher });
  const create = (path: string) => customer.create(site.url(path), [wait], codeLater);
  const busy = await create("/busy");
  await expect.poll(async () => (await environment.taskRow(busy)).state, { interval: 10 }).toBe("waiting");
  const { seen, send } = watchLive(started.worker.livePageOf(busy), { taskId: busy });
  send({ type: "take" });
  await expect.poll(() => seen.state?.controller).toEqual({ name: "Ada", isYou: true });
  expect([...saved.keys()]).toEqual(["worker"]);

  const another = await create("/field");
  await expect.poll(() => [...saved.keys()]).toEqual(["worker", `task/${another}`]);
  const watched = watchLive(started.worker.livePageOf(another), { taskId: another });
  saved.clear();
  watched.send({ type: "take" });
  watched.send({ type: "handBack", at: "again" });
  await expect.poll(() => [...saved.keys()]).toEqual([`task/${another}`]);
});

test("a page is handed back at a later step, such as the one after what the person has done by hand", async () => {
  await using started = environment.startWorker();
  const steps: WrittenStep[] = [wait, fillFrom("#nowhere"), { type: "READ_TEXT", selector: "#field", as: "typed" }];
  const taskId = await customer.createWaiting(site.url("/field"), steps, codeLater);
  const { seen, send } = watchLive(started.worker.livePageOf(taskId), { taskId });
  await expect.poll(() => seen.state).toMatchObject({ controller: null, laterSteps: [] });
  send({ type: "take" });
  await expect.poll(() => seen.state?.laterSteps.map(({ place }) => place)).toEqual(["2", "3"]);
  // No step of the template.
  send({ type: "handBack", at: "4" });
  send({ type: "handBack", at: "3" });

  expect(await customer.end(taskId)).toMatchObject({ status: "ready", solution: { texts: { typed: "" } } });
  const timeline = await customer.timeline(taskId);
  expect(timeline.map(({ type }) => type)).toEqual(["OPEN_PAGE", "WAIT_FOR_VARIABLE_VALUE", "READ_TEXT"]);
  expect(timeline[1]?.note).toMatch(/handed back at .* UTC by Ada, to go on at step 3$/);
});
