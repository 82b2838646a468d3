import { pageLimits } from "@gatepost/contract/limits";
import { newApplication, newCaller, newSession, newTemplate, openTestContext } from "@gatepost/domain/platform/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { callPortal, inputOf, names, procedures, propertiesOf, type Things } from "../trpc/procedures-testing.ts";

/**
 * S16: what an account has many of is answered page by page, and no answer is larger than stated. A query that takes a cursor
 * answers a list.
 */

const kibibyte = 1024;
/** The largest answer of a list, and of anything that is one thing. */
const usualBytes = 256 * kibibyte;
/** A report has a point for each of 366 days and each error code. */
const reportBytes = 2_048 * kibibyte;
/** The largest answers of others. */
const largest: Record<string, number> = {
  "stats.overview": reportBytes,
  "stats.chart": reportBytes,
  // Fifty waits at most, each with its prompt.
  "tasks.waits": 2 * usualBytes,
  // What it read, cut to what a page can show.
  "tasks.outcome": reportBytes,
  // One picture of the timeline: the worker keeps none above 4 MiB.
  "tasks.picture": 6 * 1024 * kibibyte,
  "templates.get": 2 * usualBytes,
};

/** More than two pages of the largest size, of the longest texts that can be stored. */
const count = 2 * pageLimits.max + 5;
const times = Array.from({ length: count }, (_, n) => n);
const long = "x".repeat(100);

const system = await openTestContext();
const caller = await newCaller(system);
const person = newSession(caller);
let things: Things;

beforeAll(async () => {
  const { accountId, userId } = person.actor;
  const { prisma } = system.db;
  await prisma.user.create({ data: { id: userId, name: "", email: "many@example.org", accountId } });
  const softId = await newApplication(system, caller);
  await newTemplate(system, caller);
  const taskId = 1_000_000;
  const { id: templateVersionId } = await prisma.templateVersion.findFirstOrThrow();
  await prisma.apiKey.createMany({
    data: times.map((n) => ({
      accountId,
      name: long,
      hash: new Uint8Array(Buffer.from(`hash ${n}`)),
      hint: "gp_xxxx…xxxx",
      addresses: Array.from({ length: 50 }, (_, at) => `2001:db8:1111:2222:3333:4444:5555:${1_000 + at}/128`),
      // 400 revoked keys must not bury those that work.
      revokedAt: n % 10 === 0 ? null : new Date(),
    })),
  });
  await prisma.application.createMany({ data: times.map(() => ({ accountId, name: long, description: long })) });
  await prisma.shareLink.createMany({
    data: times.map((n) => ({ applicationId: softId, name: long, hash: new Uint8Array(Buffer.from(`link ${n}`)) })),
  });
  await prisma.note.createMany({
    data: times.map(() => ({ applicationId: softId, day: new Date("2026-11-02"), kind: "own", text: "x".repeat(500) })),
  });
  await prisma.storedSecret.createMany({
    data: times.map((n) => ({
      accountId,
      name: `${long}${n}`,
      value: new Uint8Array(1),
      domains: Array(20).fill(long),
    })),
  });
  await prisma.taskSession.createMany({ data: times.map((n) => ({ accountId, name: `${long}${n}`, problem: long })) });
  await prisma.task.createMany({
    data: times.map((n) => ({
      id: BigInt(taskId + n),
      accountId,
      templateVersionId,
      websiteUrl: `https://${long}`,
      price: 1n,
      address: "192.0.2.7",
      state: "failed" as const,
      endedAt: new Date(),
      errorCode: "ERROR_INCORRECT_SESSION_DATA",
      errorDescription: long,
    })),
  });
  await prisma.eventEndpoint.create({
    data: { accountId, url: `https://${long}`, format: "text", events: ["ready"], secret: new Uint8Array([1]) },
  });
  await prisma.delivery.createMany({
    data: times.map((n) => ({
      accountId,
      endpointId: 1,
      taskId: taskId + n,
      nextAt: null,
      lastProblem: long,
      status: 500,
      duration: 15_000,
      excerpt: "x".repeat(1_024),
    })),
  });
  const { id: addressId } = await prisma.emailAddress.create({
    data: { accountId, email: `${long}@example.org`, confirmedAt: new Date() },
  });
  const email = { accountId, addressId, nextAt: null, lastProblem: long };
  await prisma.delivery.createMany({
    data: times.map((n) => ({ ...email, channel: "wait", taskId: taskId + n, event: "waiting", wait: "1.1" })),
  });
  const { id: subscriptionId } = await prisma.reportSubscription.create({
    data: { applicationId: softId, addressId, kind: "weekly", timezone: "UTC", nextAt: new Date() },
  });
  await prisma.delivery.createMany({
    data: times.map(() => ({ ...email, channel: "report", event: "report", subscriptionId })),
  });
  await prisma.inboundMessage.createMany({
    data: times.map(() => ({ accountId, sender: long, outcome: "ambiguous", ruleName: long, detail: long })),
  });
  await prisma.taskStep.createMany({
    data: times.map((n) => ({ taskId, run: 1, number: n, type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR" })),
  });
  await prisma.ledgerEntry.createMany({
    data: times.map((n) => ({
      accountId,
      taskId: taskId + n,
      kind: "commission" as const,
      applicationId: softId,
      at: new Date("2026-11-02T10:00:00Z"),
      available: 0n,
      held: 0n,
      platform: 0n,
      note: long,
    })),
  });
  await prisma.template.createMany({ data: times.map((n) => ({ accountId, name: `${long}${n}` })) });
  await system.sql`
    insert into template_version (template_id, number, document)
      select id, 1, '{"steps": []}' from template where current_version_id is null`;
  await system.sql`
    update template set current_version_id = v.id from template_version v
      where v.template_id = template.id and current_version_id is null`;
  const { id: manyId } = await prisma.template.create({ data: { accountId, name: "Many versions" } });
  await prisma.templateVersion.createMany({
    data: times.map((n) => ({
      templateId: manyId,
      number: n + 1,
      document: { name: "Many versions", steps: [{ type: "TAKE_SCREENSHOT" }], description: long },
    })),
  });
  const { id: currentVersionId } = await prisma.templateVersion.findFirstOrThrow({
    where: { templateId: manyId, number: count },
  });
  await prisma.template.update({ where: { id: manyId }, data: { currentVersionId } });
  const templateName = "Many versions";
  things = { softId, taskId, endpointId: 1, stepId: 1, templateName } as Things;
}, 60_000);

const ask = (name: string, input: unknown) => callPortal(person, name, input);

function bytesOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer) ?? "");
}

const queries = names.filter((name) => procedures[name]?._def.type === "query");
const isList = (name: string) => propertiesOf(name).includes("cursor");

describe.for(queries.filter(isList))("%s", (name) => {
  type Listed = { items: Record<string, unknown>[]; next: number | null };

  test("is answered in pages, of which the largest stays below the stated size", async () => {
    const first = (await ask(name, inputOf(name, things))) as Listed;
    expect(first.items, "by default, of those that beforeAll makes above").toHaveLength(pageLimits.default);
    const seen: string[] = [];
    let cursor: number | undefined;
    for (let page = 0; page < 4; page++) {
      const { items, next } = (await ask(name, {
        ...inputOf(name, things),
        limit: pageLimits.max,
        cursor,
      })) as Listed;
      expect(items.length).toBeLessThanOrEqual(pageLimits.max);
      expect(bytesOf(items)).toBeLessThan(usualBytes);
      seen.push(...items.map((item) => JSON.stringify(item)));
      if (next === null) break;
      cursor = next;
    }
    expect(new Set(seen).size, "each once").toBe(seen.length);
    expect(seen.length, "all of them").toBeGreaterThanOrEqual(count);
  });

  test("has no page of a wrong size, and no cursor is our fault", async () => {
    const asked = inputOf(name, things);
    for (const limit of [0, pageLimits.max + 1, 1.5])
      await expect(ask(name, { ...asked, limit }), String(limit)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (const cursor of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const refusal = await ask(name, { ...asked, cursor }).catch((error: unknown) => error);
      if (refusal instanceof Error) expect(refusal).toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

test("the ledger has no transactions of the year 0, which PostgreSQL does not know", async () => {
  await expect(ask("account.ledger", { from: "0000-01-01" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(ask("account.ledger", { from: "0001-01-01", to: "9999-12-31" })).resolves.toBeTruthy();
});

test("the period that a range is compared with ends in a year of four digits", async () => {
  const range = { softId: things.softId, from: "2026-11-01", to: "2026-11-30", timezone: "UTC" };
  const compared = (baseline: string) => ask("stats.overview", { ...range, baseline });
  await expect(compared("9999-12-31")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(compared("9899-12-31")).resolves.toMatchObject({
    comparedWith: { from: "9899-12-31", to: "9900-01-29" },
  });
});

test("keys that work come first, however many have ended", async () => {
  const { items } = (await ask("keys.list", { limit: 30 })) as { items: { revokedAt: Date | null }[] };
  const works = items.map(({ revokedAt }) => revokedAt === null);
  expect(works.filter(Boolean).length).toBeGreaterThan(20);
  expect(works).toEqual([...works].sort((a, b) => Number(b) - Number(a)));
});

test.for(queries.filter((name) => !isList(name)))("%s stays below its stated size", async (name) => {
  const answer = await ask(name, inputOf(name, things)).catch((error: { code?: string }) => {
    // There is no such picture here.
    if (name !== "tasks.picture") throw error;
  });
  expect(bytesOf(answer)).toBeLessThan(largest[name] ?? usualBytes);
});
