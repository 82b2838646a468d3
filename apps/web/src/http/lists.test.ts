import { pageLimits } from "@gatepost/contract/limits";
import type { SessionContext } from "@gatepost/domain/platform/permission";
import {
  newApplication,
  newCaller,
  newSession,
  newTemplate,
  openTestContext,
  type TestContext,
} from "@gatepost/domain/platform/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveFeeds } from "../live/live-feeds.ts";
import { createCaller, portalRouter } from "../trpc/router.ts";
import { unlimited } from "./rate-limit.ts";

/**
 * S16: what an account has many of is answered page by page, and no answer is larger than stated. Every query of the portal
 * is in one of these tables; a new one fails until it is.
 */

interface Things {
  softId: number;
  taskId: number;
}

const kibibyte = 1024;
/** The largest answer of a list, and of anything that is one thing. */
const maxBytes = 256 * kibibyte;
/** A report has a point for each of 366 days and each error code. */
const maxReportBytes = 2_048 * kibibyte;

const days = { from: "2026-01-01", to: "2026-12-31", timezone: "UTC" };
const day = { mode: "errors", day: "2026-11-01", timezone: "UTC" };

/** The queries that answer lists, with the id of each item. */
const lists: Record<string, { id: string; input: (things: Things) => object; count?: number }> = {
  "account.ledger": { id: "entryId", input: () => ({}) },
  "applications.list": { id: "softId", input: () => ({}) },
  "applications.find": { id: "softId", input: () => ({ search: "x" }) },
  "events.deliveries": { id: "deliveryId", input: () => ({ endpointId: 1 }) },
  "inbound.messages": { id: "messageId", input: () => ({}) },
  "keys.list": { id: "keyId", input: () => ({}) },
  "secrets.list": { id: "id", input: () => ({}) },
  "sessions.list": { id: "id", input: () => ({}) },
  "shares.list": { id: "shareId", input: ({ softId }) => ({ softId }) },
  "stats.commissions": { id: "entryId", input: ({ softId }) => ({ softId, ...days }) },
  "stats.notes": { id: "noteId", input: ({ softId }) => ({ softId, from: "2026-11-01", to: "2026-11-30" }) },
  "tasks.list": { id: "taskId", input: () => ({}) },
  "tasks.timeline": { id: "stepId", input: ({ taskId }) => ({ taskId }) },
  "templates.list": { id: "templateId", input: () => ({}) },
  "templates.versions": { id: "version", input: () => ({ name: "Many versions" }) },
};

/** The others, with the bytes that they may answer. */
const single: Record<string, { bytes: number; input: (things: Things) => unknown }> = {
  "account.me": { bytes: maxBytes, input: () => undefined },
  "account.firstSteps": { bytes: maxBytes, input: () => undefined },
  // Fifty at most.
  "account.devices": { bytes: maxBytes, input: () => undefined },
  "account.deletionPreview": { bytes: maxBytes, input: () => undefined },
  "events.endpoints": { bytes: maxBytes, input: () => undefined },
  // Twenty addresses at most.
  "emails.list": { bytes: maxBytes, input: () => undefined },
  // The latest emails of the last hundred waits.
  "emails.recent": { bytes: maxBytes, input: () => undefined },
  // Three subscriptions of each address at most.
  "reports.list": { bytes: maxBytes, input: ({ softId }) => ({ softId }) },
  "inbound.address": { bytes: maxBytes, input: () => undefined },
  "inbound.rules": { bytes: maxBytes, input: () => undefined },
  "callbacks.secret": { bytes: maxBytes, input: () => undefined },
  "applications.get": { bytes: maxBytes, input: ({ softId }) => ({ softId }) },
  // A hundred templates and applications at most.
  "stats.waits": { bytes: maxBytes, input: () => ({ days: 30 }) },
  "stats.overview": { bytes: maxReportBytes, input: ({ softId }) => ({ softId, ...days }) },
  "stats.chart": { bytes: maxReportBytes, input: ({ softId }) => ({ softId, ...days, mode: "errors" }) },
  "stats.hours": { bytes: maxBytes, input: ({ softId }) => ({ softId, ...day }) },
  "stats.errors": { bytes: maxBytes, input: ({ softId }) => ({ softId, ...days }) },
  "stats.funnel": { bytes: maxBytes, input: ({ softId }) => ({ softId, ...days }) },
  "stats.explain": { bytes: maxBytes, input: ({ softId }) => ({ softId, ...day }) },
  // Fifty waits at most, each with its prompt.
  "tasks.waits": { bytes: 2 * maxBytes, input: () => undefined },
  "tasks.creatingCall": { bytes: maxBytes, input: ({ taskId }) => ({ taskId }) },
  "tasks.get": { bytes: maxBytes, input: ({ taskId }) => ({ taskId }) },
  // What it read, cut to what a page can show.
  "tasks.outcome": { bytes: 2 * 1024 * kibibyte, input: ({ taskId }) => ({ taskId }) },
  "templates.get": { bytes: 2 * maxBytes, input: () => ({ name: "Many versions" }) },
  // One picture of the timeline: the worker keeps none above 4 MiB.
  "tasks.picture": { bytes: 6 * 1024 * kibibyte, input: ({ taskId }) => ({ taskId, stepId: 1 }) },
};

/** More than two pages of the largest size, of the longest texts that can be stored. */
const count = 2 * pageLimits.max + 5;
const times = Array.from({ length: count }, (_, n) => n);
const long = "x".repeat(100);

let system: TestContext;
let person: SessionContext;
let things: Things;

beforeAll(async () => {
  system = await openTestContext();
  const caller = await newCaller(system);
  person = newSession(caller);
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
  await prisma.webhookDelivery.createMany({
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
  await prisma.waitNotice.createMany({
    data: times.map((n) => ({ id: n + 1, accountId, taskId: taskId + n, name: long, wait: "1.1", nextAt: null })),
  });
  await prisma.waitEmail.createMany({
    data: times.map((n) => ({ noticeId: n + 1, addressId, kind: "waiting", nextAt: null, problem: long })),
  });
  const { id: subscriptionId } = await prisma.reportSubscription.create({
    data: { applicationId: softId, addressId, kind: "weekly", timezone: "UTC", nextAt: new Date() },
  });
  await prisma.reportEmail.createMany({ data: times.map(() => ({ subscriptionId, nextAt: null, problem: long })) });
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
  for (const n of times) {
    const { id } = await prisma.template.create({ data: { accountId, name: `${long}${n}` } });
    const version = await prisma.templateVersion.create({
      data: { templateId: id, number: 1, document: { steps: [] } },
    });
    await prisma.template.update({ where: { id }, data: { currentVersionId: version.id } });
  }
  const { id: manyId } = await prisma.template.create({ data: { accountId, name: "Many versions" } });
  await prisma.templateVersion.createMany({
    data: times.map((n) => ({ templateId: manyId, number: n + 1, document: { steps: [], description: long } })),
  });
  const { id: currentVersionId } = await prisma.templateVersion.findFirstOrThrow({
    where: { templateId: manyId, number: count },
  });
  await prisma.template.update({ where: { id: manyId }, data: { currentVersionId } });
  things = { softId, taskId };
}, 60_000);
afterAll(() => system?.close());

async function ask(name: string, input: unknown): Promise<unknown> {
  const caller = createCaller({
    verb: person,
    limiter: unlimited,
    address: "192.0.2.9",
    live: new LiveFeeds(system),
    sessionId: null,
  });
  const [group = "", verb = ""] = name.split(".");
  return (caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[group]?.[verb]?.(
    input,
  );
}

function bytesOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer) ?? "");
}

test("every query of the portal is declared as a list or as no list", () => {
  const procedures = portalRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const queries = Object.entries(procedures).filter(([, { _def }]) => _def.type === "query");
  expect(Object.keys({ ...lists, ...single }).sort()).toEqual(queries.map(([name]) => name).sort());
});

describe.for(Object.entries(lists))("%s", ([name, { id, input }]) => {
  type Listed = { items: Record<string, unknown>[]; next: number | null };

  test("is answered in pages, of which the largest stays below the stated size", async () => {
    const first = (await ask(name, input(things))) as Listed;
    expect(first.items, "by default").toHaveLength(pageLimits.default);
    const seen: unknown[] = [];
    let cursor: number | undefined;
    for (let page = 0; page < 4; page++) {
      const { items, next } = (await ask(name, { ...input(things), limit: pageLimits.max, cursor })) as Listed;
      expect(items.length).toBeLessThanOrEqual(pageLimits.max);
      expect(bytesOf(items)).toBeLessThan(maxBytes);
      seen.push(...items.map((item) => item[id]));
      if (next === null) break;
      cursor = next;
    }
    expect(new Set(seen).size, "each once").toBe(seen.length);
    expect(seen.length, "all of them").toBeGreaterThanOrEqual(count);
  });

  test.for([0, -1, pageLimits.max + 1, 1.5])("has no page of %d", async (limit) => {
    await expect(ask(name, { ...input(things), limit })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

test("keys that work come first, however many have ended", async () => {
  const { items } = (await ask("keys.list", { limit: 30 })) as { items: { revokedAt: Date | null }[] };
  const works = items.map(({ revokedAt }) => revokedAt === null);
  expect(works.filter(Boolean).length).toBeGreaterThan(20);
  expect(works).toEqual([...works].sort((a, b) => Number(b) - Number(a)));
});

test.for(Object.entries(single))("%s stays below its stated size", async ([name, { bytes, input }]) => {
  const answer = await ask(name, input(things)).catch((error: { code?: string }) => {
    // There is no such picture here.
    if (name !== "tasks.picture") throw error;
  });
  expect(bytesOf(answer)).toBeLessThan(bytes);
});
