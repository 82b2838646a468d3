import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import crawlerUserAgents from "crawler-user-agents";
import { expect, test } from "vitest";
import { processorMs } from "../platform/test-size.ts";
import { exclusion } from "./visit.ts";

// The lists below have hundreds of others.
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

test("a HEAD request and a prefetch are left out with their reason; no user agent at all is somebody's view", () => {
  expect(exclusion("head", "curl/8.7.1")).toBe("head");
  expect(exclusion("prefetch", null)).toBe("prefetch");

  expect(exclusion("document", null)).toBeUndefined();
});

test("a user agent of any length is read in time, by its beginning", () => {
  const userAgents = Array.from({ length: 600 }, (_, n) => `${"scan".repeat(4_000)}${n}`);
  expect(processorMs(() => userAgents.map(isExcluded))).toBeLessThan(2_000);
  expect(exclusion("document", `curl/8.7.1 ${"x".repeat(16_000)}`)).toBe("program");
});

/** Row F2: lists that others publish and maintain, each compared with what is excluded from views. */

const require = createRequire(import.meta.url);

interface Listed {
  folder: string;
  userAgent: string;
}
/** The list of the browser extension User Agent Switcher, by folders. */
const switcher = require("random-useragent/useragent-data.json") as Listed[];

/** User agents of visits to sites that publish them by their frequency. */
const people = (
  JSON.parse(readFileSync(join(dirname(require.resolve("user-agents")), "user-agents.json"), "utf8")) as Listed[]
).map(({ userAgent }) => userAgent);

/** The package's types leave the tags out. */
const entries: { instances: string[]; tags?: string[] }[] = crawlerUserAgents;

const crawlers: Record<string, string[]> = {
  "crawler-user-agents": entries.flatMap(({ instances }) => instances),
  "crawler-user-agents, HTTP libraries": taggedAs("http-library"),
  "crawler-user-agents, monitors": taggedAs("monitoring"),
  "crawler-user-agents, link previews": taggedAs("social-preview"),
  "User Agent Switcher, spiders, validators and feed readers": switcher
    .filter(({ folder }) => /spiders|validators|feed readers/i.test(folder))
    .map(({ userAgent }) => userAgent),
};

function taggedAs(tag: string): string[] {
  return entries.filter(({ tags = [] }) => tags.includes(tag)).flatMap(({ instances }) => instances);
}

const isExcluded = (userAgent: string) => exclusion("document", userAgent) !== undefined;

test.for(Object.keys(crawlers))("F2: at least 99 percent are excluded of the list %s", (name) => {
  const userAgents = [...new Set(crawlers[name])];
  const counted = userAgents.filter((userAgent) => !isExcluded(userAgent));
  const excluded = userAgents.length - counted.length;
  console.info(`${name}: ${excluded} of ${userAgents.length} excluded`, counted);
  expect(userAgents.length).toBeGreaterThanOrEqual(50);
  expect(excluded / userAgents.length).toBeGreaterThanOrEqual(0.99);
});

test("F2: HTTP libraries and automated browsers are excluded as programs, unless they call themselves crawlers", () => {
  const reasons = [...taggedAs("http-library"), ...taggedAs("browser-automation")].map((one) =>
    exclusion("document", one),
  );
  const [programs, crawling] = ["program", "crawler"].map((reason) => reasons.filter((one) => one === reason).length);
  console.info(`${programs} programs, ${crawling} crawlers of ${reasons.length}`);
  expect(programs).toBeGreaterThan(reasons.length / 2);
});

test("F2: nobody is excluded of 10,000 people's user agents", () => {
  const excluded = people.filter(isExcluded);
  console.info(`user-agents: ${excluded.length} of ${people.length} excluded`);
  expect(people.length).toBeGreaterThanOrEqual(9_000);
  expect(excluded).toEqual([]);
});
