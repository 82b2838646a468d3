import type { Solution } from "@gatepost/domain/task/solution";
import { withoutUserInfo } from "@gatepost/domain/task/user-info";
import { within } from "../runtime/abort.ts";
import type { Found } from "../steps/run.ts";
import type { BrowserSession } from "./browser.ts";
import { readFingerprint } from "./fingerprint.ts";
import { readRequestHeaders } from "./request-headers.ts";
import { cookiesOf, coversHost, hostOf, type Scope } from "./scope.ts";

const storageMs = 5_000;
/** The browser tells the headers of a document before the document is there. */
const headersMs = 1_000;

/** What a task brings home: the last page's address, and cookies and storage of its site and the domains of interest. */
export async function collectSolution(
  session: BrowserSession,
  found: Found,
  domainsOfInterest: readonly string[],
): Promise<Solution> {
  const { context, windows } = session;
  const { page } = windows;
  const [cookies, storage, site, fingerprint, requestHeaders] = await Promise.all([
    context.cookies(),
    // A page without an origin of its own has no storage to read.
    page.evaluate(() => ({ ...localStorage }) as Record<string, string>).catch(() => ({})),
    // None of a window that closes itself at this moment.
    windows.site().catch(() => ""),
    readFingerprint(page).catch(() => ({})),
    within(readRequestHeaders(windows.documentRequest()), headersMs, () => new Error("late")).catch(() => ({})),
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
    screenshots: found.screenshots,
    HTMLsInBase64: found.htmls,
    texts: Object.fromEntries(found.texts),
    cookieJar: jar.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
      ...{ name, value, domain, path, expires, httpOnly, secure, sameSite },
    })),
    fingerprint,
    requestHeaders,
  };
}

/** The storage of other origins of the scope that the task was on. The browser must open each, so it is seldom asked. */
async function storageElsewhere({ context, windows }: BrowserSession, scope: Scope): Promise<Record<string, string>> {
  const { page, origins } = windows;
  const here = URL.canParse(page.url()) ? new URL(page.url()).origin : "";
  const wanted = (origin: string) => origin !== here && URL.canParse(origin) && coversHost(scope, hostOf(origin));
  if (![...origins].some(wanted)) return {};
  const state = await within(context.storageState(), storageMs, () => new Error("late")).catch(() => ({ origins: [] }));
  const entries = state.origins.filter(({ origin }) => wanted(origin)).flatMap(({ localStorage }) => localStorage);
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}
