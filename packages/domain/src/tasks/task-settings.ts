import type { BrowserSettings, Engine } from "@gatepost/contract/browser-settings";
import type { FullCookie } from "@gatepost/contract/solution";
import type { UserInfo } from "../platform/egress.ts";
import { InvalidProperty, invalidProperty, readList } from "../platform/errors.ts";
import { isPublicSuffix, readHostName } from "../platform/network-address.ts";

/** What a task says of its browser beside its variables. */
export interface TaskSettings {
  userInfo?: UserInfo;
  /** Left out: the template's, or the default. */
  engine?: Engine;
  context?: ContextSettings;
  cookies?: FullCookie[];
  /** Whether it tries a draft, whose author looks at each step. */
  isDraft?: boolean;
  /** Whether its page stays open for a while once its steps are done, or one has failed. */
  keepsOpen?: boolean;
}

/** What the task's pages learn of the browser. */
export type ContextSettings = Pick<Partial<BrowserSettings>, "viewport" | "locale" | "timezone" | "geolocation">;

/** The settings of a task that createTask describes. `userInfo`: what was in its address. */
export function settingsOf(
  task: {
    engine?: Engine | null | undefined;
    template?: unknown;
    keepsOpen?: boolean | undefined;
  } & Partial<BrowserSettings>,
  websiteUrl: string,
  userInfo: UserInfo | undefined,
): TaskSettings {
  const { engine, httpAuth, cookies, viewport, locale, timezone, geolocation } = task;
  const settings: TaskSettings = {};
  if (httpAuth) settings.userInfo = userInfoOf(httpAuth, websiteUrl);
  else if (userInfo) settings.userInfo = userInfo;
  if (engine) settings.engine = engine;
  if (viewport || locale || timezone || geolocation) settings.context = { viewport, locale, timezone, geolocation };
  if (cookies) settings.cookies = fullCookies(cookies, websiteUrl);
  if (task.template) settings.isDraft = true;
  if (task.template && task.keepsOpen) settings.keepsOpen = true;
  return settings;
}

function userInfoOf({ username, password }: NonNullable<BrowserSettings["httpAuth"]>, websiteUrl: string): UserInfo {
  const { origin } = new URL(websiteUrl);
  return { origin, username: encodeURIComponent(username), password: encodeURIComponent(password) };
}

/** The settings are kept among the variables given at creation, encrypted with them. No variable has this name. */
const settingsName = "";

/** The variables given at creation with the settings, as they are encrypted. */
export function withSettings(given: Record<string, unknown>, settings: TaskSettings): Record<string, unknown> {
  return Object.keys(settings).length > 0 ? { ...given, [settingsName]: settings } : given;
}

/** The reverse of withSettings. createTask validated the settings before they were encrypted, so they are read without validation. */
export function splitSettings(stored: Record<string, unknown>) {
  const { [settingsName]: kept = {}, ...given } = stored;
  // Earlier versions kept the user information alone.
  const settings: TaskSettings = "origin" in (kept as object) ? { userInfo: kept as UserInfo } : (kept as TaskSettings);
  return { given, settings };
}

/** The cookies that createTask gets, with the defaults of a page at websiteURL. ERROR_BAD_REQUEST for a domain that is none. */
export function fullCookies(cookies: NonNullable<BrowserSettings["cookies"]>, websiteUrl: string): FullCookie[] {
  const { hostname, protocol } = new URL(websiteUrl);
  return readList(cookies, (cookie, index) => ({
    name: cookie.name,
    value: cookie.value,
    domain: cookie.domain ? readDomain(cookie.domain, index, hostname) : hostname,
    path: cookie.path ?? "/",
    expires: cookie.expires ?? -1,
    httpOnly: cookie.httpOnly ?? false,
    secure: cookie.secure ?? protocol === "https:",
    sameSite: cookie.sameSite ?? "Lax",
  }));
}

/** A browser would make some host of anything, without an error, and its pages would lack the cookie. */
function readDomain(given: string, index: number, websiteHost: string): string {
  // A dot before it includes subdomains.
  const [, dot = "", text = ""] = /^(\.?)(.*)$/.exec(given.trim()) ?? [];
  const host = readHostName(text);
  const property = `task.cookies[${index}].domain`;
  if (host === undefined)
    throw invalidProperty(
      property,
      "must be a host name, such as bank.example or .bank.example, without a scheme, port or path.",
    );
  // A page at the suffix itself has cookies, which are its own alone (RFC 6265, section 5.3, step 5).
  if (isPublicSuffix(host) && host !== websiteHost)
    throw new InvalidProperty(
      property,
      `${property} is ${host}, below which everybody can register a name, so that browsers do not send its cookies to sites below it. Write the site's own domain, such as example.${host}.`,
    );
  return `${dot}${host}`;
}
