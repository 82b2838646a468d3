import { expect, test } from "vitest";
import { z } from "zod";
import { browserSettings } from "./browser-settings.ts";

const settings = z.object(browserSettings);

test.each([
  [{ viewport: { width: 390, height: 844 }, locale: "pt-PT", timezone: "Europe/Lisbon" }],
  [{ geolocation: { latitude: -90, longitude: 180 }, httpAuth: { username: "", password: "a:b" } }],
  [{ cookies: [{ name: "a", value: "", sameSite: "lax", expires: 1.5, more: 1 }] }],
  [{ cookies: [-1, 0, 253_402_300_799].map((expires) => ({ name: "a", value: "", expires })) }],
  [{ viewport: null, locale: null, timezone: null, geolocation: null, httpAuth: null, cookies: null }],
])("%j is taken", (given) => {
  expect(settings.safeParse(given).success).toBe(true);
});

test.each([
  ["europe/lisbon", "Europe/Lisbon"],
  ["Etc/GMT+5", "Etc/GMT+5"],
])("the zone %s is given to the browser as %s", (timezone, name) => {
  expect(settings.parse({ timezone })).toEqual({ timezone: name });
});

test.each([
  ["pt-pt", "pt-PT"],
  ["ZH-hans-cn", "zh-Hans-CN"],
])("the locale %s is given to the browser as %s", (locale, name) => {
  expect(settings.parse({ locale })).toEqual({ locale: name });
});

test.each([
  [{ viewport: { width: 199, height: 844 } }, "viewport.width", "an integer from 200 to 4096"],
  [{ locale: "not a locale" }, "locale", "a locale, such as pt-PT"],
  [{ timezone: "Europe/Atlantis" }, "timezone", "an IANA time zone, such as Europe/Lisbon"],
  [{ geolocation: { latitude: 91, longitude: 0 } }, "geolocation.latitude", "a number from -90 to 90"],
  [
    { httpAuth: { username: "a:b", password: "" } },
    "httpAuth.username",
    "a name without control characters and :, of at most 255 characters",
  ],
  ...["", "a;b"].map((name): [object, string, string] => [
    { cookies: [{ name, value: "" }] },
    "cookies.0.name",
    "a name without control characters, ; and =, of at most 4096 characters",
  ]),
  [
    { cookies: [{ name: "a", value: "a\n" }] },
    "cookies.0.value",
    "a value without control characters and ;, of at most 4096 characters",
  ],
  [
    { cookies: [{ name: "a", value: "", path: "a" }] },
    "cookies.0.path",
    "a path without control characters that begins with /, of at most 2048 characters",
  ],
  [{ cookies: [{ name: "a", value: "", sameSite: "any" }] }, "cookies.0.sameSite", "Strict, Lax or None"],
  [
    { cookies: [{ name: "a", value: "", expires: -0.5 }] },
    "cookies.0.expires",
    "Unix seconds up to the end of the year 9999, or -1",
  ],
])("%j is refused at %s", (given, path, message) => {
  const { error } = settings.safeParse(given);
  expect(error?.issues[0]).toMatchObject({
    path: path.split(".").map((key) => (/^[0-9]+$/.test(key) ? Number(key) : key)),
    message,
  });
});
