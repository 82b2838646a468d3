import type { Solution } from "@gatepost/domain/task/solution";
import { withoutUserInfo } from "@gatepost/domain/task/user-info";
import { within } from "../runtime/abort.ts";
import { maxRead, type Results } from "../steps/results.ts";
import type { BrowserSession } from "./browser-session.ts";
import { readFingerprint } from "./fingerprint.ts";
import { readRequestHeaders } from "./request-headers.ts";
import { cookiesOf, coversHost, hostOf, type Scope } from "./scope.ts";

/** Limits a page that runs an endless script, for example in a getter of its navigator, and does not respond. */
const pageMs = 5_000;
/** The browser reports the headers of a document before the document itself. */
const headersMs = 1_000;

/**
 * The result of a task: the last page's address, and the cookies and storage of its site and the domains of interest. What
 * the page does not provide within a few seconds is left empty.
 */
export async function collectSolution(
  session: BrowserSession,
  results: Results,
  domainsOfInterest: readonly string[],
): Promise<Solution> {
  const { context, windows } = session;
  const { page } = windows;
  const [cookies, storage, site, fingerprint, requestHeaders] = await Promise.all([
    context.cookies(),
    // A page without an origin of its own has no storage to read.
    orElse(
      page.evaluate(() => ({ ...localStorage }) as Record<string, string>),
      pageMs,
      {},
    ),
    // A window that closes itself at this moment has no site.
    orElse(windows.site(), pageMs, ""),
    orElse(readFingerprint(page), pageMs, {}),
    orElse(readRequestHeaders(windows.documentRequest()), headersMs, {}),
  ]);
  const url = page.url();
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const scope = { host, domains: [site || host, ...domainsOfInterest.map(hostOf)] };
  const jar = cookiesOf(cookies, scope);
  return {
    url: withoutUserInfo(url),
    domain: host,
    cookies: Object.fromEntries(jar.map(({ name, value }) => [name, value])),
    localStorage: { ...(await storageElsewhere(session, scope)), ...storage },
    screenshots: results.screenshots,
    HTMLsInBase64: results.htmls,
    texts: Object.fromEntries(results.texts),
    data: Object.fromEntries(results.data),
    files: Object.fromEntries(results.files),
    cookieJar: jar.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
      ...{ name, value, domain, path, expires, httpOnly, secure, sameSite },
    })),
    fingerprint,
    requestHeaders,
  };
}

/** Resolves with `fallback` if the promise rejects or takes too long. */
function orElse<T, F>(promise: Promise<T>, ms: number, fallback: F): Promise<T | F> {
  return within(promise, ms, () => new Error("late")).catch(() => fallback);
}

/**
 * The storage of other origins of the scope that the task visited; nothing if they have more than a result holds. The browser
 * must open each, so only if there are any.
 */
async function storageElsewhere({ context, windows }: BrowserSession, scope: Scope): Promise<Record<string, string>> {
  const { page, origins } = windows;
  const current = URL.canParse(page.url()) ? new URL(page.url()).origin : "";
  const wanted = (origin: string) => origin !== current && URL.canParse(origin) && coversHost(scope, hostOf(origin));
  if (![...origins].some(wanted)) return {};
  const state = await orElse(context.storageState(), pageMs, { origins: [] });
  const entries = state.origins.filter(({ origin }) => wanted(origin)).flatMap(({ localStorage }) => localStorage);
  if (Buffer.byteLength(JSON.stringify(entries)) > maxRead) return {};
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}
