import { expect, test } from "vitest";
import { exclusion } from "./visit.ts";

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
  ["Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"],
  ["DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)"],
  ["Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"],
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["WhatsApp/2.23.20.0"],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  ["TelegramBot (like TwitterBot)"],
  ["LinkedInBot/1.0 (compatible; Mozilla/5.0)"],
  ["Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"],
  ["Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"],
  ["Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"],
  ["Uptime-Kuma/1.23.16"],
  ["Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)"],
  ["Viber"],
  ["Scrapy/2.11 (+https://scrapy.org) my-crawler"],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"],
])("a crawler that names itself is not a view: %s", (userAgent) => {
  expect(exclusion("document", userAgent)).toBe("crawler");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
  ],
  ["Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36"],
  ["Mozilla/5.0 (Linux; Android 14) YandexSearch/22.1 Mobile"],
  ["w3m/0.5.3"],
  ["Lynx/2.8.9rel.1 libwww-FM/2.14"],
  ["Mozilla/4.0 (compatible; Dillo 3.0)"],
  [""],
])("a person's view counts: %s", (userAgent) => {
  expect(exclusion("document", userAgent)).toBeUndefined();
});

test.each([
  ["curl/8.7.1"],
  ["Wget/1.21"],
  ["python-requests/2.32"],
  ["node"],
  ["Deno/2.1.4"],
  ["Go-http-client/2.0"],
  ["PostmanRuntime/7.43.0"],
  ["Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 HeadlessChrome/141.0.0.0 Safari/537.36"],
])("a page that a program fetched is not a view: %s", (userAgent) => {
  expect(exclusion("document", userAgent)).toBe("program");
});

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
