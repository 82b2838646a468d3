import type { WrittenStep } from "@gatepost/contract/steps";
import { listSessions } from "@gatepost/domain/accounts/sessions";
import { afterAll, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { codeLater, openWorkerDemoSite, readText, wait } from "../testing/test-pages.ts";

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

const [keeping, other] = [await openTestSite({ "/": page }), await openTestSite({ "/": page })];
afterAll(() => {
  keeping.close();
  other.close();
});
const { site, environment, customer } = await openWorkerDemoSite({ also: "127.0.0.0/8" });
environment.startWorker();

const ready: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "h1" };
const signIn: WrittenStep[] = [
  { type: "CLICK", selector: "button" },
  { type: "WAIT_FOR_TEXT", selector: "#database", text: "ada" },
];
const read = ["cookie", "storage", "database"].map((name) => readText(`#${name}`, name));
const failing: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#no", timeout: 1 };
const nothing = { cookie: "none", storage: "none", database: "none" };
const everything = { cookie: "who=ada", storage: "ada", database: "ada" };

type More = NonNullable<Parameters<typeof customer.create>[2]>;

async function textsOf(more: More, { url = keeping.url(), steps = [ready, ...read] } = {}) {
  return (await customer.solution(await customer.create(url, steps, more))).texts;
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
  const code = codeLater;
  const wait = (timeout: number): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: "code", timeout });
  const create = (more: More, last: WrittenStep) => customer.create(keeping.url(), [ready, ...signIn, last], more);
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

const visitor = `${site.url}/visitor`;
const readVisit: WrittenStep[] = [
  { type: "WAIT_FOR_TEXT_GONE", text: "asking" },
  ...["window", "zone", "language", "cookies", "place"].map(
    (name): WrittenStep => ({ type: "READ_TEXT", selector: `#${name}`, as: name, optional: true, timeout: 3 }),
  ),
];
const visitedWith = (settings: NonNullable<More["settings"]>) =>
  textsOf({ settings }, { url: visitor, steps: readVisit });

test("a page learns the window, locale, time zone, place and cookies that the task names, and those of no other task", async () => {
  const texts = await visitedWith({
    viewport: { width: 390, height: 844 },
    locale: "pt-PT",
    timezone: "Europe/Lisbon",
    geolocation: { latitude: 38.7, longitude: -9.1 },
    cookies: [
      { name: "theme", value: "dark" },
      { name: "id", value: "7", domain: "127.0.0.1", httpOnly: true, expires: 4e9 },
    ],
  });
  expect(texts).toEqual({
    window: "390 x 844",
    zone: "Europe/Lisbon pt-PT",
    language: expect.stringMatching(/^pt-PT/),
    place: "38.7, -9.1",
    cookies: expect.stringMatching(/^(?=.*theme=dark)(?=.*id=7)/),
  });
  const others = await visitedWith({});
  expect(others).not.toHaveProperty("cookies");
  expect(others).toMatchObject({ window: "1280 x 720", place: "refused" });
});

test("a zone or a cookie that the browser does not accept ends its task with the reason, and costs no other task its browser", async () => {
  const waiting = await customer.createWaiting(visitor, [wait], codeLater);
  const refused = await customer.create(visitor, readVisit, { settings: { timezone: "Nowhere/Land" } });
  const failure = { code: "ERROR_STEP_FAILED", description: expect.stringContaining("timezone") };
  expect(await customer.end(refused)).toMatchObject(failure);
  const cookies = [{ name: "__Secure-a", value: "b", secure: false }];
  await expect(visitedWith({ cookies })).rejects.toThrow("refused a cookie of task.cookies");
  await customer.push(waiting, "code", "1");
  expect(await customer.end(waiting)).toMatchObject({ status: "ready", attempts: 1 });
});

test("httpAuth signs in at the website's origin", async () => {
  const httpAuth = { username: "ada", password: "love:lace" };
  const texts = await textsOf(
    { settings: { httpAuth } },
    { url: `${site.url}/private`, steps: [readText("h1", "heading")] },
  );
  expect(texts).toEqual({ heading: "Welcome, Ada" });
});
