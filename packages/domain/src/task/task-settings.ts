import type { Engine } from "@gatepost/contract/engines";
import type { UserInfo } from "./user-info.ts";

/** What a task says of its browser beside its variables. */
export interface TaskSettings {
  userInfo?: UserInfo | undefined;
  /** Left out: the template's, or the default. */
  engine?: Engine | undefined;
}

/** The settings are kept among the variables given at creation, encrypted with them. No variable has this name. */
const settingsName = "";

/** The variables given at creation with the settings, as they are encrypted. */
export function withSettings(given: Record<string, unknown>, settings: TaskSettings): Record<string, unknown> {
  const set = Object.values(settings).some((value) => value !== undefined);
  return set ? { ...given, [settingsName]: settings } : given;
}

export function splitSettings(stored: Record<string, unknown>): {
  given: Record<string, unknown>;
  settings: TaskSettings;
} {
  const { [settingsName]: kept = {}, ...given } = stored;
  // Earlier versions kept the user information alone.
  const settings = "origin" in (kept as object) ? { userInfo: kept as UserInfo } : (kept as TaskSettings);
  return { given, settings };
}
