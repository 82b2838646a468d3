import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Engine } from "@gatepost/contract/browser-settings";
import { type Step, templateDocument, timeoutOf, type WrittenStep } from "@gatepost/contract/steps";
import { type EgressPolicy, egressPolicy } from "@gatepost/domain/platform/egress";
import { readNames } from "@gatepost/domain/templates/requirements";
import { launchBrowser, type RunningBrowser } from "../browser/browser.ts";
import type { BrowserSession } from "../browser/browser-session.ts";
import { engineName, findPrograms } from "../browser/browsers.ts";
import { Failure } from "../browser/failure.ts";
import { openScratchFolder } from "../browser/scratch-folder.ts";
import { startEgressProxy } from "../egress/egress-proxy.ts";
import type { Resolve } from "../egress/resolve.ts";
import { noteExhausted, reasonAt } from "../runtime/failure-report.ts";
import { type Visit, type Visited, walkSteps } from "../runtime/walk-steps.ts";
import { Refusals } from "../steps/refusals.ts";
import { Results } from "../steps/results.ts";
import { isOneOfSeveral, makeRun, type Run } from "../steps/run.ts";
import { runStep } from "../steps/steps.ts";
import type { StoredSecrets } from "../steps/typed-values.ts";

/** The engine that tests use by default: vitest.config.ts runs some files in each. */
export const testEngine = process.env.GATEPOST_TEST_ENGINE === "full" ? "full" : "shell";

const testPrograms = findPrograms(process.env);

/** The program of an engine. */
export function testProgram(engine: Engine = testEngine): string {
  const program = testPrograms[engine];
  if (!program) throw new Error(`There is no ${engineName(engine)}; npm test installs one.`);
  return program;
}

/** A page's HTML, or what returns it or answers the request itself. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => unknown);

/** A script's text. */
export const script =
  (text: string): Page =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/javascript" }).end(text);

/** A site on the loopback with the given pages, by path. */
export async function openTestSite(pages: Record<string, Page>) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    const page = pages[new URL(request.url ?? "/", "http://site").pathname];
    const html = typeof page === "function" ? page(request, response) : page;
    if (page && typeof html !== "string") return;
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><meta charset="utf-8">${html ?? "no such page"}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    server,
    /** The headers of the requests that came, in their order. */
    requests,
    port,
    host: `127.0.0.1:${port}`,
    url: (path = "/") => `http://127.0.0.1:${port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A real Chromium whose proxy opens what is named. */
export async function openTestBrowser(
  allow: string,
  {
    memoryMegabytes = 2_048,
    filesMegabytes = 10,
    resolve,
    engine = testEngine,
    relay = async (url) => url,
  }: {
    memoryMegabytes?: number;
    filesMegabytes?: number;
    resolve?: Resolve;
    engine?: Engine;
    /** The address of something that passes on what it gets to the proxy at this one. */
    relay?: (url: string) => Promise<string>;
  } = {},
) {
  const egress = egressPolicy(allow);
  const proxy = await startEgressProxy(egress, resolve);
  const scratch = openScratchFolder();
  const browser = await launchBrowser({
    engine,
    executable: testProgram(engine),
    proxy: { ...proxy, url: await relay(proxy.url) },
    folder: scratch.path,
    memoryMegabytes,
    filesMegabytes,
  });
  return {
    egress,
    proxy,
    browser,
    folder: scratch.path,
    async close() {
      await browser.close();
      await proxy.close();
      scratch.remove();
    },
  };
}

/** Does something on a page of a session of its own. */
export async function inSessionAt<T>(
  browser: RunningBrowser,
  url: string,
  work: (page: BrowserSession["page"], session: BrowserSession) => Promise<T>,
): Promise<T> {
  const session = await browser.openSession();
  try {
    await session.page.goto(url);
    return await work(session.page, session);
  } finally {
    await session.close();
  }
}

/** What must not be seen: these texts, and what is typed. */
export const secretsOf = (...texts: string[]): Run["secrets"] => ({
  texts: new Set(texts),
  joined: new Set(),
  fields: [],
  typed: new Set(),
});

/** Another window, as by a click on the page. */
export async function openWindow(page: BrowserSession["page"]): Promise<BrowserSession["page"]> {
  const opened = page.context().waitForEvent("page");
  await page.evaluate(() => void window.open("about:blank", "_blank", "noopener"));
  return opened;
}

export interface Play {
  values?: Record<string, unknown>;
  late?: string[];
  /** The account's stored secrets. */
  stored?: StoredSecrets;
  /** What a wait does; by default there is nothing to wait for. */
  awaitValue?: Run["awaitValue"];
  /** What a refused value leads to; by default nothing. */
  askAgain?: Run["askAgain"];
}

/** A step as templates store it; one that is refused today, but that an earlier release stored, as it is. */
function asStored(step: WrittenStep): Step {
  const { data } = templateDocument.safeParse({ name: "Played", steps: [step] });
  return data?.steps[0] ?? (step as Step);
}

/** Runs steps in a session, without a database. Rejects with the error of the step that failed, as its caller gets it. */
export async function playIn(
  session: BrowserSession,
  egress: EgressPolicy,
  written: WrittenStep[],
  { values = {}, late = [], stored = new Map(), awaitValue = async () => {}, askAgain = () => {} }: Play = {},
): Promise<
  Pick<Results, "texts" | "data" | "files" | "screenshots" | "htmls"> & {
    /** What the last step saw. */
    run: Run | undefined;
  }
> {
  const results = new Results();
  const secrets = secretsOf();
  const refusals = new Refusals();
  let last: Run | undefined;
  for (const name of late) if (values[name] !== undefined) secrets.texts.add(String(values[name]));
  for (const { value } of stored.values()) secrets.texts.add(value);
  const steps = written.map(asStored);
  const reads = readNames(steps);
  const visit = async ({ step, path, runs }: Visit): Promise<Visited> => {
    const known = new Map(Object.entries(values));
    const run = makeRun({
      session,
      results,
      secrets,
      refusals,
      values: known,
      late,
      reads,
      stored,
      egress,
      stepMs: (step.timeout?.permanent ?? Math.min(timeoutOf(step), 10)) * 1_000,
      isRepeated: runs.length > 0 || isOneOfSeveral(steps, path[0] as number),
      awaitValue,
      askAgain,
      signal: new AbortController().signal,
      keepPicture: () => {},
    });
    last = run;
    const branch = await runStep(step, run).catch((cause) => {
      throw cause instanceof Failure ? cause : new Error(reasonAt(step, run, cause), { cause });
    });
    return { branch };
  };
  const failed = async ({ step }: { step: Step }, error: unknown) => {
    if (!("optional" in step && step.optional)) throw error;
  };
  await walkSteps(steps, { visit, failed, exhausted: (visit) => noteExhausted(session, visit) });
  const { texts, data, files, screenshots, htmls } = results;
  return { texts, data, files, screenshots, htmls, run: last };
}

/** The same in a session of their own. */
export async function playSteps(
  { browser, egress }: { browser: RunningBrowser; egress: EgressPolicy },
  steps: WrittenStep[],
  options?: Play,
): Promise<Awaited<ReturnType<typeof playIn>> & AsyncDisposable & { session: BrowserSession }> {
  const session = await browser.openSession();
  try {
    const played = await playIn(session, egress, steps, options);
    return { ...played, session, [Symbol.asyncDispose]: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
}
