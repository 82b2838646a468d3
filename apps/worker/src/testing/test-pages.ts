import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, expect } from "vitest";
import { startSite } from "../../../cli/src/demo-site/server.ts";
import type { BrowserSession } from "../browser/browser-session.ts";
import { openTestBrowser, openTestSite, type Page, type Play, playIn } from "./test-browser.ts";
import { openTestEnvironment } from "./test-worker.ts";

type TestBrowser = Awaited<ReturnType<typeof openTestBrowser>>;

type BrowserOptions = Omit<NonNullable<Parameters<typeof openTestBrowser>[1]>, "relay">;
type EnvironmentOptions = Parameters<typeof openTestEnvironment>[1];

interface Reach {
  /** Whether the browser may reach the pages by the name localhost too, as another site. */
  asLocalhost?: boolean;
  /** Another host that it may reach. */
  also?: string;
}

function hostsOf({ host, port }: { host: string; port: number }, { asLocalhost, also }: Reach): string {
  return [host, ...(asLocalhost ? [`localhost:${port}`] : []), ...(also ? [also] : [])].join();
}

/** Pages and a browser for the tests of a file, and how to run steps on them. */
export async function openPages(pages: Record<string, Page>, options: Reach & BrowserOptions = {}) {
  const site = await openTestSite(pages);
  const browser = await openTestBrowser(hostsOf(site, options), options);
  afterAll(async () => {
    await browser.close();
    site.close();
  });
  return { site, browser, open: (path: string) => openPage(site.url(path)), ...stepsIn(browser, site.url("/left")) };
}

/** Pages for the tests of a file, with a database, callers and workers that run tasks on them. */
export async function openWorkerPages(pages: Record<string, Page>, options: Reach & EnvironmentOptions = {}) {
  const site = await openTestSite(pages);
  const environment = await openTestEnvironment(hostsOf(site, options), options);
  afterAll(async () => {
    await environment.close();
    site.close();
  });
  return { site, environment, customer: environment.customer };
}

/** The same with the demo site. */
export async function openWorkerDemoSite(reach: Pick<Reach, "also"> = {}) {
  const site = await startSite();
  const hosts = hostsOf({ host: `127.0.0.1:${site.port}`, port: site.port }, { asLocalhost: true, ...reach });
  const environment = await openTestEnvironment(hosts);
  afterAll(async () => {
    await environment.close();
    await site.close();
  });
  return { site, environment, customer: environment.customer };
}

/** The demo site and a browser for the tests of a file, and how to run steps on it. */
export async function openDemoSite() {
  const site = await startSite();
  const browser = await openTestBrowser(`127.0.0.1:${site.port},localhost:${site.port}`);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  const open = (path: string) => openPage(`${site.url}${path}`);
  return { site, browser, open, ...stepsIn(browser, `${site.url}/left`) };
}

/** `left`: a page of the site. */
function stepsIn(browser: TestBrowser, left: string) {
  /** Sessions for the next steps: a new one takes more of the processor than most steps do. */
  const idle: BrowserSession[] = [];

  /** Keeps a session that has nothing of its steps any more but cookies and storage. */
  async function leave(session: BrowserSession): Promise<void> {
    const { page, windows, dialogs, observed } = session;
    const isSpent =
      (await windows.settle(1_000)) > 0 ||
      windows.open.length > 1 ||
      dialogs.save().answers.length > 0 ||
      observed.ofFailure(page, String).length > 0 ||
      (await page.goto(left, { timeout: 1_000 }).then(
        () => false,
        () => true,
      ));
    if (isSpent) await session.close();
    else idle.push(session);
  }

  /** Runs steps in a session that nobody else has until it is disposed of. */
  async function play(steps: WrittenStep[], options?: Play) {
    const session = idle.pop() ?? (await browser.browser.openSession());
    try {
      const played = await playIn(session, browser.egress, steps, options);
      return { ...played, session, [Symbol.asyncDispose]: () => leave(session) };
    } catch (error) {
      await leave(session);
      throw error;
    }
  }

  async function textsAfter(steps: WrittenStep[], options?: Play): Promise<Record<string, string>> {
    await using played = await play(steps, options);
    return Object.fromEntries(played.texts);
  }

  /** The error that the caller gets for steps that fail. No value of a variable may be in it. */
  async function errorOf(steps: WrittenStep[], options: Play = {}): Promise<string> {
    const error = await textsAfter(steps, options).then(
      () => new Error("nothing failed"),
      (caught: Error) => caught,
    );
    for (const value of Object.values(options.values ?? {})) expect(error.message).not.toContain(value);
    return error.message;
  }

  return {
    play,
    textsAfter,
    /** What a step read as "text". */
    textAfter: async (steps: WrittenStep[], options: Play = {}) => (await textsAfter(steps, options)).text,
    errorOf,
  };
}

export const openPage = (address: string): WrittenStep => ({ type: "OPEN_PAGE", url: address });
export const click = (selector: string): WrittenStep => ({ type: "CLICK", selector });
export const fill = (selector: string, value: string): WrittenStep => ({ type: "FILL_INPUT", selector, value });
/** Types what a variable holds. */
export const fillFrom = (selector: string, variable = "code"): WrittenStep => ({
  type: "FILL_INPUT",
  selector,
  value: { variable },
});
export const press = (key: string): WrittenStep => ({ type: "PRESS_KEY", key });
export const readText = (selector: string, as = "text"): WrittenStep => ({ type: "READ_TEXT", selector, as });
type ListFields = Extract<WrittenStep, { type: "READ_LIST" }>["fields"];
export const readList = (selector: string, fields: ListFields, as = "rows"): WrittenStep => ({
  type: "READ_LIST",
  selector,
  fields,
  as,
});
export const snapshot = (selector: string): WrittenStep => ({ type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector });
export const see = (text: string, timeout?: number): WrittenStep => ({
  type: "WAIT_FOR_TEXT",
  text,
  ...(timeout && { timeout }),
});
export const check = (selector: string): WrittenStep => ({ type: "SET_CHECKBOX", selector, checked: true });
export const pause = (seconds: number): WrittenStep => ({ type: "PAUSE", seconds });
/** `timeout`: how long it looks for the element before each run. */
export const repeatWhile = (selector: string, max: number, steps: WrittenStep[], timeout?: number): WrittenStep => ({
  type: "REPEAT_WHILE_ELEMENT",
  selector,
  max,
  steps,
  ...(timeout && { timeout }),
});
export const picture = { type: "TAKE_SCREENSHOT" } as const satisfies WrittenStep;
export const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
/** Of a task whose code is pushed while it runs. */
export const codeLater = { variables: { code: "_WAIT_FOR_IT_" } };
