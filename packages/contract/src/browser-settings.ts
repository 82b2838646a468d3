import { z } from "zod";
import { integer } from "./method.ts";

/** What a task may say of its browser's context, beside its variables. */

const number = (min: number, max: number) => {
  const error = `a number from ${min} to ${max}`;
  return z.number({ error }).min(min, error).max(max, error);
};
/** With one pattern, because generators of clients refuse a string that has several. */
const line = (max: number, what = "a string without control characters", pattern = /^[^\p{Cc}]*$/u) => {
  const error = `${what}, of at most ${max} characters`;
  return z.string({ error }).max(max, error).regex(pattern, error);
};

/** A locale as browsers write it, in whatever letter case it is given. */
function localeName(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** The name under which browsers know a zone: Intl takes any letter case and offsets such as +02:00, and they take neither. */
function timeZoneName(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text) || text.length >= 100) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Browsers write Lax, extensions and files lax. */
const sameSite = z
  .string()
  .transform((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`)
  .pipe(z.enum(["Strict", "Lax", "None"], { error: "Strict, Lax or None" }));

/** The last second of the year 9999: Playwright takes none after it. */
const lastSecond = 253_402_300_799;
const expires = "Unix seconds up to the end of the year 9999, or -1";

const cookie = z.object(
  {
    name: line(4_096, "a name without control characters, ; and =", /^[^\p{Cc};=]+$/u),
    value: line(4_096, "a value without control characters and ;", /^[^\p{Cc};]*$/u),
    domain: line(255).nullish(),
    path: line(2_048, "a path without control characters that begins with /", /^\/[^\p{Cc}]*$/u).nullish(),
    expires: z
      .union([z.literal(-1), z.number().min(0, expires).max(lastSecond, expires)], { error: expires })
      .nullish(),
    httpOnly: z.boolean().nullish(),
    secure: z.boolean().nullish(),
    sameSite: sameSite.nullish(),
  },
  { error: "an object with name and value" },
);

const locale = "a locale, such as pt-PT";
const timezone = "an IANA time zone, such as Europe/Lisbon";

export const browserSettings = {
  viewport: z
    .object({ width: integer(200, 4_096), height: integer(200, 4_096) }, { error: "an object with width and height" })
    .nullish()
    .describe("The size of the window's content in CSS pixels. Default: 1280 by 720."),
  locale: z
    .string({ error: locale })
    .max(35, locale)
    .transform(localeName)
    .pipe(z.string({ error: locale }))
    .nullish()
    .describe("What the browser tells sites of its language, such as `pt-PT`."),
  timezone: z
    .string({ error: timezone })
    .transform(timeZoneName)
    .pipe(z.string({ error: timezone }))
    .nullish()
    .describe("The browser's time zone, such as `Europe/Lisbon`."),
  geolocation: z
    .object(
      { latitude: number(-90, 90), longitude: number(-180, 180) },
      { error: "an object with latitude and longitude" },
    )
    .nullish()
    .describe("The place that the browser reports to sites that ask for it. Left out: they get none."),
  httpAuth: z
    .object(
      {
        username: line(255, "a name without control characters and :", /^[^\p{Cc}:]*$/u),
        password: line(255),
      },
      { error: "an object with username and password" },
    )
    .nullish()
    .describe("For HTTP authentication at websiteURL's origin, and no other."),
  cookies: z
    .array(cookie, { error: "an array of at most 300 cookies" })
    .max(300, "an array of at most 300 cookies")
    .nullish()
    .describe(
      "Cookies that the browser has before it opens websiteURL, as `solution.cookieJar` has them. `domain` is a host name, by default websiteURL's. Without `path`, a cookie is valid for all paths.",
    ),
} as const;

const settings = z.object(browserSettings);

export type BrowserSettings = z.output<typeof settings>;

/** The browsers that a task can run in, the default first: Chromium's headless shell, and the full browser. */
export const engines = ["shell", "full"] as const;

export type Engine = (typeof engines)[number];
