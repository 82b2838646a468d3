import type { Solution } from "@gatepost/contract/solution";
import type { WrittenStep } from "@gatepost/contract/steps";
import { listSessions } from "@gatepost/domain/accounts/sessions";
import { afterAll, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { openWorkerPages } from "../testing/test-pages.ts";

/** Signs in by whatever a browser keeps, and says what it has kept. */
const page = `<button onclick="signIn()">Sign in</button><p id="cookie"></p><p id="storage"></p><p id="database"></p><h1 hidden>Ready</h1>
  <script>
    const open = () => new Promise((resolve) => {
      const request = indexedDB.open("kept", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("values");
      request.onsuccess = () => resolve(request.result);
    });
    const store = async (mode) => (await open()).transaction("values", mode).objectStore("values");
    async function show() {
      cookie.textContent = document.cookie || "none";
      storage.textContent = localStorage.who ?? "none";
      (await store("readonly")).get("who").onsuccess = ({ target }) => {
        database.textContent = target.result?.name ?? "none";
        document.querySelector("h1").hidden = false;
      };
    }
    async function signIn() {
      document.cookie = "who=ada";
      localStorage.who = "ada";
      (await store("readwrite")).put({ name: "ada" }, "who").onsuccess = show;
    }
    show();
  </script>`;

const other = await openTestSite({ "/": page });
afterAll(() => other.close());
const { site, environment, customer } = await openWorkerPages({ "/": page }, { also: "127.0.0.0/8" });
environment.startWorker();

const ready: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "h1" };
const signIn: WrittenStep[] = [
  { type: "CLICK", selector: "button" },
  { type: "WAIT_FOR_TEXT", selector: "#database", text: "ada" },
];
const read = ["cookie", "storage", "database"].map(
  (name): WrittenStep => ({ type: "READ_TEXT", selector: `#${name}`, as: name }),
);
const failing: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#no", timeout: 1 };
const nothing = { cookie: "none", storage: "none", database: "none" };
const everything = { cookie: "who=ada", storage: "ada", database: "ada" };

type More = NonNullable<Parameters<typeof customer.create>[2]>;

async function textsOf(more: More, { url = site.url(), steps = [ready, ...read] } = {}) {
  const end = await customer.end(await customer.create(url, steps, more));
  if (end.status !== "ready") throw new Error(end.description);
  return (end.solution as Solution).texts;
}

test("a task of a session begins with the cookies and all storage of the one before, of every site", async () => {
  const visitOther: WrittenStep = { type: "OPEN_PAGE", url: other.url() };
  await textsOf({ session: "bank" }, { steps: [ready, ...signIn, visitOther, ready, ...signIn] });
  expect(await textsOf({ session: "bank" })).toEqual(everything);
  // A site that a task does not visit is kept for the next one.
  expect(await textsOf({ session: "bank" }, { url: other.url() })).toMatchObject({ storage: "ada", database: "ada" });
  expect(await textsOf({})).toEqual(nothing);
  const { items } = await listSessions({ ctx: customer.ctx, input: {} });
  expect(items.map(({ name, openTasks, problem }) => ({ name, openTasks, problem }))).toEqual([
    { name: "bank", openTasks: 0, problem: null },
  ]);
});

test("a failed task leaves what its browser had if its template keeps the session, also if a value came too late, but not if it was cancelled; others leave nothing", async () => {
  const code = { variables: { code: "_WAIT_FOR_IT_" } };
  const wait = (timeout: number): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: "code", timeout });
  const create = (more: More, last: WrittenStep) => customer.create(site.url(), [ready, ...signIn, last], more);
  const failed = await create({ session: "left" }, failing);
  expect(await customer.end(failed)).toMatchObject({ code: "ERROR_STEP_FAILED" });
  const cancelled = await create({ session: "left", keepSession: true, ...code }, wait(60));
  await customer.waits(cancelled, "code");
  await customer.cancel(cancelled);
  expect(await textsOf({ session: "left" })).toEqual(nothing);

  const kept = await create({ session: "kept", keepSession: true }, failing);
  const late = await create({ session: "late", keepSession: true, ...code }, wait(1));
  expect(await customer.end(kept)).toMatchObject({ code: "ERROR_STEP_FAILED" });
  expect(await customer.end(late)).toMatchObject({ code: "ERROR_VARIABLE_TIMEOUT" });
  for (const session of ["kept", "late"]) expect(await textsOf({ session })).toEqual(everything);
});
