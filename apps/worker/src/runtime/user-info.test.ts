import type { WrittenStep } from "@gatepost/contract/steps";
import { newSession } from "@gatepost/domain/platform/testing";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestSite, type Page } from "../testing/test-browser.ts";
import { click, codeLater, openWorkerPages, readText, wait } from "../testing/test-pages.ts";

/** The name and password in an address are the site's, and shown nowhere. */

const user = "ada.lovelace";
const password = "pa$sw:rd/1";
const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

let received: string[] = [];

/** A page for whoever proves to be Ada. */
const guarded =
  (html: string): Page =>
  (request, response) => {
    if (request.headers.authorization !== expected)
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end("who are you?");
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html>${html}`);
  };

const elsewhere = await openTestSite({
  "/": '<p id="other">elsewhere</p><img src="/asks">',
  "/asks": (request, response) => {
    received.push(request.headers.authorization ?? "nothing");
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
  },
});
afterAll(() => elsewhere.close());
const { site, environment, customer } = await openWorkerPages(
  {
    "/": guarded(
      `<a id="next" href="/next">Next</a><p id="fetched"></p><script>document.write("<p id=here>" + location.href + "</p>");
        fetch("/data").then((response) => response.text()).then((text) => { fetched.textContent = text; });</script>`,
    ),
    "/window": '<a id="open" href="/" target="_blank">Open</a>',
    "/fetches":
      '<button id="open">Nothing</button><p id="next">next</p><p id="fetched"></p><script>fetch("/data").then((response) => response.text()).then((text) => { fetched.textContent = text })</script>',
    "/frame": '<button id="open">Nothing</button><iframe src="/"></iframe>',
    "/data": (request, response) =>
      request.headers.authorization === expected
        ? response.end("data")
        : response.writeHead(401, { "www-authenticate": 'Basic realm="data"' }).end(),
    "/next": guarded(`<p id="arrived">arrived</p><a id="elsewhere" href="${elsewhere.url()}">Away</a>`),
  },
  { also: elsewhere.host },
);
beforeEach(() => {
  received = [];
});

const withUser = (url: string) => url.replace("//", `//${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
const open = (url: string): WrittenStep => ({ type: "OPEN_PAGE", url });
const see = (selector: string, timeout = 10): WrittenStep => ({ type: "WAIT_FOR_ELEMENT", selector, timeout });

/** One that was created before they were kept apart. */
const old = await customer.create(site.url(), [see("#next")]);
await environment.system.db.pool.query("update task set website_url = $2 where id = $1", [old, withUser(site.url())]);
environment.startWorker();

/** Everything that is stored or shown of the task, but for what is encrypted. */
async function everythingOf(taskId: number): Promise<string> {
  const { system } = environment;
  const ctx = newSession(customer.ctx);
  const shown = [
    await getTask({ ctx, input: { taskId } }),
    await customer.timeline(taskId),
    await customer.ask(taskId).catch((error: Error) => error.message),
  ];
  const { rows } = await system.db.pool.query("select t.*, given is null as wiped from task t where id = $1", [taskId]);
  return JSON.stringify([shown, rows], (_, value) => (typeof value === "bigint" ? String(value) : value));
}

function expectHidden(text: string): void {
  for (const secret of [password, encodeURIComponent(password), user]) expect(text).not.toContain(secret);
}

test("a name and password in websiteURL sign in to that origin, and to no other", async () => {
  const steps: WrittenStep[] = [
    { type: "READ_TEXT", selector: "#here", as: "here" },
    { type: "READ_TEXT", selector: "#next", attribute: "href", as: "next" },
    // An address that held them would be refused.
    { type: "WAIT_FOR_TEXT", selector: "#fetched", text: "data" },
    click("#next"),
    see("#arrived"),
    click("#elsewhere"),
    see("#other"),
  ];
  const taskId = await customer.create(withUser(site.url()), steps);
  const end = await customer.end(taskId);
  const texts = { here: site.url(), next: site.url("/next") };
  expect(end).toMatchObject({ status: "ready", solution: { url: elsewhere.url(), texts } });
  expect(received, "another origin that asks receives nothing").toEqual(["nothing"]);
  expectHidden(await everythingOf(taskId));
});

test.each(["/window", "/frame", "/fetches"])("they sign in whatever is the first to ask: %s", async (path) => {
  const taskId = await customer.create(withUser(site.url(path)), [
    click("#open"),
    see("#next"),
    { type: "WAIT_FOR_TEXT", selector: "#fetched", text: "data" },
  ]);
  expect(await customer.end(taskId)).toMatchObject({ status: "ready" });
});

test("another task in the browser is not signed in, nor one whose password is wrong", async () => {
  await customer.createWaiting(withUser(site.url()), [see("#next"), wait], codeLater);
  // Its session is not made in advance, so that its first request asks for the proxy's credentials too.
  const settings = { viewport: { width: 500, height: 500 } };
  for (const address of [site.url(), withUser(site.url()).replace("ada", "bob")]) {
    const other = await customer.create(address, [readText("body")], { settings });
    expect((await customer.solution(other)).texts).toEqual({ text: "who are you?" });
  }
});

test("they are in no description of a failure", async () => {
  const tasks = [
    await customer.create(withUser(site.url()), [see("#nowhere", 1)]),
    await customer.create(withUser("http://gatepost.invalid/"), [see("#nowhere", 1)]),
    await customer.create(elsewhere.url(), [open(withUser("http://10.0.0.1/"))]),
  ];
  for (const taskId of tasks) {
    expect(await customer.end(taskId)).toMatchObject({ status: "failed" });
    expectHidden(await everythingOf(taskId));
  }
});

test("a task that was created before they were kept apart runs as before, and is shown without them", async () => {
  expect(await customer.end(old)).toMatchObject({
    status: "ready",
    solution: { url: site.url(), domain: "127.0.0.1" },
  });
  expectHidden(JSON.stringify(await getTask({ ctx: newSession(customer.ctx), input: { taskId: old } })));
});

test("an address that a step opens is shown without them too", async () => {
  const ready = await customer.create(elsewhere.url(), [open(withUser(site.url())), see("#next")]);
  expect(await customer.end(ready)).toMatchObject({ status: "ready", solution: { url: site.url() } });
  expectHidden(await everythingOf(ready));
});
