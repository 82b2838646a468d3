import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import type { Engine } from "@gatepost/contract/engines";
import { fullCookies } from "./full-cookies.ts";
import type { FullCookie } from "./solution.ts";
import type { UserInfo } from "./user-info.ts";

/** What a task says of its browser beside its variables. */
export interface TaskSettings {
  userInfo?: UserInfo | undefined;
  /** Left out: the template's, or the default. */
  engine?: Engine | undefined;
  context?: ContextSettings | undefined;
  cookies?: FullCookie[] | undefined;
  /** Whether it tries a draft, whose author looks at each step. */
  isDraft?: boolean | undefined;
}

/** What the task's pages learn of the browser. */
export interface ContextSettings {
  viewport?: { width: number; height: number };
  locale?: string;
  timezone?: string;
  geolocation?: { latitude: number; longitude: number };
}

/** The settings of a task that createTask describes. `userInfo`: what was in its address. */
export function settingsOf(
  { engine, httpAuth, cookies, ...task }: { engine?: Engine | null | undefined } & Partial<BrowserSettings>,
  websiteUrl: string,
  userInfo: UserInfo | undefined,
): TaskSettings {
  const { viewport, locale, timezone, geolocation } = task;
  const context: ContextSettings = {
    ...(viewport && { viewport }),
    ...(locale && { locale }),
    ...(timezone && { timezone }),
    ...(geolocation && { geolocation }),
  };
  return {
    userInfo: httpAuth ? userInfoOf(httpAuth, websiteUrl) : userInfo,
    engine: engine ?? undefined,
    context: Object.keys(context).length > 0 ? context : undefined,
    cookies: cookies ? fullCookies(cookies, websiteUrl) : undefined,
  };
}

function userInfoOf({ username, password }: NonNullable<BrowserSettings["httpAuth"]>, websiteUrl: string): UserInfo {
  const { origin } = new URL(websiteUrl);
  return { origin, username: encodeURIComponent(username), password: encodeURIComponent(password) };
}

/** The settings are kept among the variables given at creation, encrypted with them. No variable has this name. */
const settingsName = "";

/** The variables given at creation with the settings, as they are encrypted. */
export function withSettings(given: Record<string, unknown>, settings: TaskSettings): Record<string, unknown> {
  const set = Object.values(settings).some((value) => value !== undefined);
  return set ? { ...given, [settingsName]: settings } : given;
}

/** The reverse of withSettings. createTask validated the settings before they were encrypted, so they are read without validation. */
export function splitSettings(stored: Record<string, unknown>): {
  given: Record<string, unknown>;
  settings: TaskSettings;
} {
  const { [settingsName]: kept = {}, ...given } = stored;
  // Earlier versions kept the user information alone.
  const settings = "origin" in (kept as object) ? { userInfo: kept as UserInfo } : (kept as TaskSettings);
  return { given, settings };
}
