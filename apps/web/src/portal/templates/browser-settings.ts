import { parseJson } from "./document.ts";

/** What a person entered of the task's browser; empty: as usual. */
export interface EnteredSettings {
  width: string;
  height: string;
  locale: string;
  timezone: string;
  latitude: string;
  longitude: string;
  username: string;
  password: string;
  cookies: string;
  engine: string;
}

export const noSettings: EnteredSettings = {
  width: "",
  height: "",
  locale: "",
  timezone: "",
  latitude: "",
  longitude: "",
  username: "",
  password: "",
  cookies: "",
  engine: "",
};

/** As createTask takes them in `task`. An invalid value is passed on as it was entered, so that createTask says why it is refused. */
export function settingsEntered(entered: EnteredSettings): Record<string, unknown> {
  const { width, height, locale, timezone, latitude, longitude, username, password, cookies, engine } = entered;
  return {
    ...((width || height) && { viewport: { width: numberOf(width), height: numberOf(height) } }),
    ...(locale && { locale: locale.trim() }),
    ...(timezone && { timezone: timezone.trim() }),
    ...((latitude || longitude) && { geolocation: { latitude: numberOf(latitude), longitude: numberOf(longitude) } }),
    ...((username || password) && { httpAuth: { username, password } }),
    ...(cookies.trim() && { cookies: parseJson(cookies) ?? cookies }),
    ...(engine && { engine }),
  };
}

/** Left out where nothing was entered: then it is reported as missing. */
function numberOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}
