import type { ErrorCode } from "@gatepost/contract/errors";
import { modes } from "@gatepost/contract/modes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { newTaskBody } from "./bodies.ts";
import { expectError, totalOf } from "./call.ts";
import { openTestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/**
 * A day of an application, from start to end: 30 tasks ready at a bid of $0.37, 7 failed of three kinds, 5 refused of
 * two kinds, 42 page requests of which 10 by search engines' crawlers and 2 by programs, 12 clicks, 3 accounts. Its owner reads
 * exactly this.
 */

const installation: Installation = await startInstallation({ env: { GATEPOST_MAX_BACKLOG: "37" } });
afterAll(() => installation.stop());
const { operator, call, url } = openWire(installation);
const failures: ErrorCode[] = [
  "ERROR_STEP_FAILED",
  "ERROR_STEP_FAILED",
  "ERROR_STEP_FAILED",
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_TASK_TIMEOUT",
];
const crawlers = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)",
  "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
  "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
  "Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)",
  "Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)",
];
const programs = [
  "curl/8.14.1",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36",
];
const people = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0",
  "w3m/0.5.3",
];

const owner = await newAccount(operator);
const softId = await newApplication(operator, owner);
// Its only slot is taken, so no worker is idle and the backlog is what counts.
const worker = await openTestWorker(operator, { slots: 0 });

beforeAll(async () => {
  const accounts = [
    await newAccount(operator, { bid: 0.37, balance: 100 }),
    await newAccount(operator, { bid: 0.37, balance: 100 }),
    await newAccount(operator, { bid: 0.37, balance: 0.37 * 12 }),
  ];
  const bodies: Awaited<ReturnType<typeof newTaskBody>>[] = [];
  for (const account of accounts) bodies.push(await newTaskBody(operator, account));
  const create = (n: number) => call("createTask", (bodies[n % 3] as (typeof bodies)[number])({}, { softId }));

  const created: number[] = [];
  for (let n = 0; n < 37; n++) {
    const { body, text } = await create(n === 36 ? 0 : n);
    expect(body.errorId, text).toBe(0);
    created.push(body.taskId);
  }
  for (let n = 0; n < 3; n++) expectError(await create(n), "ERROR_NO_SLOT_AVAILABLE");
  for (const [n, taskId] of created.entries()) {
    const task = await worker.claim(taskId);
    const failure = failures[n - 30];
    if (failure) await worker.fail(task, failure);
    else await worker.finish(task);
  }
  // The third account has spent all that was not released to it; its last dollars go first.
  await operator.db.prisma.account.update({
    where: { id: accounts[2]?.accountId as number },
    data: { bid: 10_000_000n },
  });
  for (let n = 0; n < 2; n++) expectError(await create(2), "ERROR_ZERO_BALANCE");

  const visit = (path: string, userAgent: string) =>
    fetch(`${url}${path}`, { headers: { "user-agent": userAgent, accept: "text/html" }, redirect: "manual" });
  for (let n = 0; n < 30; n++)
    expect((await visit(`/apps/${softId}`, people[n % people.length] as string)).status).toBe(200);
  for (const automated of [...crawlers, ...programs])
    expect((await visit(`/apps/${softId}`, automated)).status).toBe(200);
  for (let n = 0; n < 12; n++) {
    const { status, headers } = await visit(`/apps/${softId}/download`, people[n % people.length] as string);
    expect([301, 302, 303, 307, 308]).toContain(status);
    expect(headers.get("location")).toBe("https://example.org/exporter.zip");
  }
}, 60_000);

const report = async (mode?: string) => (await call("getAppStats", { clientKey: owner.clientKey, softId, mode })).body;

test("errors: 30 accepted, 7 failed of three kinds, 5 refused of two, by how often", async () => {
  const { chartData } = await report();
  expect(
    chartData.map((series: { code: string; name: string; count?: number; data: { y: number }[] }) => [
      series.name,
      series.count,
      totalOf(series),
    ]),
  ).toEqual([
    ["Accepted (paid)", undefined, 30],
    ["ERROR_STEP_FAILED", 4, 4],
    ["ERROR_NO_SLOT_AVAILABLE", 3, 3],
    ["ERROR_ZERO_BALANCE", 2, 2],
    ["ERROR_VARIABLE_TIMEOUT", 2, 2],
    ["ERROR_TASK_TIMEOUT", 1, 1],
  ]);
});

test.for([
  ["views", 30],
  ["downloads", 12],
  ["users", 3],
  ["money", 111],
] as const)("%s: %d", async ([mode, expected]) => {
  const { chartData } = await report(mode);
  expect(chartData).toHaveLength(1);
  expect(totalOf(chartData[0])).toBe(expected);
});

test("all of it happened today", async () => {
  for (const mode of modes) {
    const { chartData } = await report(mode);
    for (const { data } of chartData) expect(data.slice(0, -2).every(({ y }: { y: number }) => y === 0)).toBe(true);
  }
});

test("what was left out of the views is counted with its reason", async () => {
  const rows = await operator.db.prisma.count.groupBy({
    by: ["metric", "label"],
    where: { applicationId: softId, metric: { endsWith: "_excluded" } },
    _sum: { n: true },
    orderBy: { label: "asc" },
  });
  expect(rows).toEqual([
    { metric: "view_excluded", label: "crawler", _sum: { n: 10n } },
    { metric: "view_excluded", label: "program", _sum: { n: 2n } },
  ]);
});

test("a page or a download of an application that nobody has is a 404", async () => {
  expect((await fetch(`${url}/apps/2000000000`)).status).toBe(404);
  expect((await fetch(`${url}/apps/2000000000/download`, { redirect: "manual" })).status).toBe(404);
  expect((await fetch(`${url}/apps/nonsense`)).status).toBe(404);
});

test("the owner's balance has grown by what the chart shows", async () => {
  expect((await call("getBalance", { clientKey: owner.clientKey })).body.balance).toBeCloseTo(11.11, 6);
});
