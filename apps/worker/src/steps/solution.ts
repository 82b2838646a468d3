import { type Solution, solution } from "@gatepost/contract/solution";
import { withoutUserInfo } from "@gatepost/domain/platform/egress";
import type { Page } from "playwright";
import type { BrowserSession } from "../browser/browser-session.ts";
import { glance } from "../browser/frames.ts";
import { maxRead, type Results } from "./results.ts";

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
    glance(
      page.evaluate(() => ({ ...localStorage }) as Record<string, unknown>),
      {},
      pageMs,
    ),
    // A window that closes itself at this moment has no site.
    glance(windows.site(), "", pageMs),
    glance(readFingerprint(page), {}, pageMs),
    glance(windows.requestHeaders(), {}, headersMs),
  ]);
  const url = page.url();
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const scope = { host, domains: [site || host, ...domainsOfInterest.map(hostOf)] };
  const jar = cookiesOf(cookies, scope);
  return {
    url: withoutUserInfo(url),
    domain: host,
    cookies: Object.fromEntries(jar.map(({ name, value }) => [name, value])),
    localStorage: { ...(await storageElsewhere(session, scope)), ...textsOf(storage) },
    screenshots: results.screenshots,
    HTMLsInBase64: results.htmls,
    texts: Object.fromEntries(results.texts),
    data: Object.fromEntries(results.data),
    files: Object.fromEntries(results.files),
    cookieJar: solution.shape.cookieJar.parse(jar),
    fingerprint,
    requestHeaders,
  };
}

/**
 * A page may have replaced its storage by anything, and a result with anything but texts could not be stored. Undefined: it was more
 * than is read.
 */
function textsOf(storage: Record<string, unknown> | undefined): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(storage ?? {}).filter(isText));
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
  const state = await glance(context.storageState(), { origins: [] }, pageMs);
  const entries = state.origins.filter(({ origin }) => wanted(origin)).flatMap(({ localStorage }) => localStorage);
  if (Buffer.byteLength(JSON.stringify(entries)) > maxRead) return {};
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}

/** The properties that clients of this protocol use. None requires a permission or another call. */
const properties = [
  ...["userAgent", "appVersion", "appName", "appCodeName", "product", "productSub", "vendor", "vendorSub", "platform"],
  ...["language", "languages", "hardwareConcurrency", "deviceMemory", "maxTouchPoints"],
  ...["cookieEnabled", "onLine", "pdfViewerEnabled", "webdriver", "doNotTrack"],
] as const;

const longestText = 1_000;
const mostTexts = 50;

/** What the page's own navigator reports about the browser, unchanged. Rejects if there is no page. */
async function readFingerprint(page: Page): Promise<Solution["fingerprint"]> {
  const reported = await page.evaluate(
    (names) => names.map((name) => navigator[name as keyof Navigator] as unknown),
    [...properties],
  );
  return fingerprintOf(properties.map((name, n) => [name, reported[n]]));
}

/** A page may have replaced its navigator, so only short texts, numbers, booleans and lists of texts are accepted. */
export function fingerprintOf(reported: readonly (readonly [name: string, value: unknown])[]): Solution["fingerprint"] {
  const found: Solution["fingerprint"] = {};
  for (const [name, value] of reported) if (isPlain(value)) found[`self.navigator.${name}`] = value;
  return found;
}

function isPlain(value: unknown): value is Solution["fingerprint"][string] {
  if (Array.isArray(value)) return value.length <= mostTexts && value.every(isShortText);
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) || isShortText(value);
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestText;
}

/** The hosts whose cookies and storage a solution contains. Hosts are lower case, without a port. */
interface Scope {
  /** The last page's host. */
  host: string;
  /** The last page's site (its registrable domain), then the domains of interest. */
  domains: readonly string[];
}

interface CookieScope {
  /** With a leading dot if subdomains receive it too. */
  domain: string;
  path: string;
}

/** The host of a domain of interest, given as a host, `.host`, `*.host` or an address. */
export function hostOf(domain: string): string {
  const text = domain.trim().toLowerCase();
  const address = text.includes("://") ? text : `http://${text.replace(/^\*?\./, "")}`;
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/** Whether a host is one of the domains or below one. */
export function coversHost({ domains }: Scope, host: string): boolean {
  return domains.some((domain) => isWithin(host, domain));
}

/**
 * The cookies of the scope, ordered so that of several with one name the last one is what the last page receives:
 * others first, then those of its site, then those sent to its host, the longest path last.
 */
export function cookiesOf<T extends CookieScope>(cookies: readonly T[], scope: Scope): T[] {
  const rank = ({ domain }: T) => {
    if (reaches(domain, scope.host)) return 2;
    return scope.domains[0] !== undefined && isWithin(bare(domain), scope.domains[0]) ? 1 : 0;
  };
  return cookies
    .filter(({ domain }) => scope.domains.some((of) => isWithin(bare(domain), of) || reaches(domain, of)))
    .sort(
      (a, b) => rank(a) - rank(b) || bare(a.domain).length - bare(b.domain).length || a.path.length - b.path.length,
    );
}

/** Whether a cookie of this domain is sent to the host. */
function reaches(domain: string, host: string): boolean {
  return bare(domain) === host || (domain.startsWith(".") && isWithin(host, bare(domain)));
}

function isWithin(host: string, domain: string): boolean {
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function bare(domain: string): string {
  return domain.replace(/^\./, "");
}
