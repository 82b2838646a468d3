import { expect, test } from "vitest";
import { exclusion } from "./visit.ts";

// The lists of crawler-lists.test.ts have hundreds of others.
test.each(["Uptime-Kuma/1.23.16", "Viber", "Scrapy/2.11 (+https://scrapy.org) my-crawler", "WhatsApp/2.23.20.0"])(
  "a crawler that names itself is not a view: %s",
  (userAgent) => {
    expect(exclusion("document", userAgent)).toBe("crawler");
  },
);

test.each([
  "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14) YandexSearch/22.1 Mobile",
  "w3m/0.5.3",
  "Lynx/2.8.9rel.1 libwww-FM/2.14",
  "Mozilla/4.0 (compatible; Dillo 3.0)",
  "",
])("a person's view counts: %s", (userAgent) => {
  expect(exclusion("document", userAgent)).toBeUndefined();
});

test.each(["curl/8.7.1", "node", "Deno/2.1.4", "Mozilla/5.0 (X11; Linux x64) HeadlessChrome/141.0.0.0 Safari/537.36"])(
  "a page that a program fetched is not a view: %s",
  (userAgent) => {
    expect(exclusion("document", userAgent)).toBe("program");
  },
);

test("no user agent at all is somebody's view", () => {
  expect(exclusion("document", null)).toBeUndefined();
});

test("a HEAD request and a prefetch are left out with their reason", () => {
  expect(exclusion("head", "curl/8.7.1")).toBe("head");
  expect(exclusion("prefetch", null)).toBe("prefetch");
});

test("a user agent of any length is read in time, by its beginning", () => {
  const from = process.cpuUsage();
  for (let times = 0; times < 600; times++) exclusion("document", `${"scan".repeat(4_000)}${times}`);
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000, "milliseconds of processor").toBeLessThan(2_000);
  expect(exclusion("document", `curl/8.7.1 ${"x".repeat(16_000)}`)).toBe("program");
});
