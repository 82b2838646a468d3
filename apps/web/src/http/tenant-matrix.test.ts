import { createKey } from "@gatepost/domain/accounts/create-key";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { createShareLink } from "@gatepost/domain/applications/share-links";
import { createEndpoint } from "@gatepost/domain/notifications/endpoints";
import type { Context } from "@gatepost/domain/platform/context";
import type { KeyContext } from "@gatepost/domain/platform/permission";
import {
  inProcess,
  newApplication,
  newCaller,
  newSession,
  newTemplate,
  newWorker,
  openTestContext,
  type TestContext,
} from "@gatepost/domain/platform/testing";
import { addNote } from "@gatepost/domain/statistics/notes";
import { createTask, openSession } from "@gatepost/domain/tasks/create-task";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import { TRPCError } from "@trpc/server";
import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LiveFeeds } from "../live/live-feeds.ts";
import type { PortalActor } from "../trpc/procedures.ts";
import { createCaller, portalRouter } from "../trpc/router.ts";
import { unlimited } from "./rate-limit.ts";

/**
 * Row S3 for the portal: every procedure by nobody, another owner, the reader of a share link, and the owner. What is
 * another's looks like what is not there. A procedure without a row fails here.
 */

// A port on which nothing listens: what is sent afterwards fails, and is logged.
Object.assign(process.env, {
  GATEPOST_SMTP_URL: "smtp://127.0.0.1:1",
  GATEPOST_MAIL_FROM: "gatepost@example.org",
  GATEPOST_ORIGIN: "http://gatepost.example",
  GATEPOST_SIGNUP: "open",
});

type Procedure = keyof typeof portalRouter._def.procedures;

interface Things {
  softId: number;
  deviceId: string;
  addressId: number;
  confirmedId: number;
  keyId: number;
  shareId: number;
  noteId: number;
  ruleId: number;
  endpointId: number;
  deliveryId: number;
  taskId: number;
  declined: number;
  stepId: number;
  templateName: string;
  secretName: string;
  sessionName: string;
}

interface Row {
  input: (things: Things) => unknown;
  /** `own`: answers each account with its own things. `thing`: names a thing, which must be one's own. */
  about: "own" | "thing" | "anybody";
  /** What a reader of the application's share link may do. */
  link?: "reads";
  /** What another owner gets for a foreign thing where that is an answer: the one for a thing that is not there. */
  foreign?: (answer: unknown) => boolean;
}

const password = "a sentence is a good password";
const days = { from: "2026-11-01", to: "2026-11-07", timezone: "UTC" };
const newTemplateDocument = { name: "A new one", steps: [{ type: "TAKE_SCREENSHOT" }] };
/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC";
const one = { mode: "views", day: "2026-11-01", timezone: "UTC" };

const rows: Record<string, Row> = {
  "account.me": { about: "own", input: () => undefined },
  "account.ledger": { about: "own", input: () => ({}) },
  "account.signUp": { about: "anybody", input: () => ({ email: "no address", password: "long enough" }) },
  "account.requestReset": { about: "anybody", input: () => ({ email: "a".repeat(400) }) },
  "account.deletionPreview": { about: "own", input: () => undefined },
  "account.firstSteps": { about: "own", input: () => undefined },
  "account.devices": { about: "own", input: () => undefined },
  "account.signOutDevice": { about: "thing", input: ({ deviceId }) => ({ deviceId }) },
  "applications.list": { about: "own", input: () => ({}) },
  "applications.find": { about: "own", input: () => ({ search: "" }) },
  "applications.create": { about: "own", input: () => ({ name: "Another", published: true }) },
  "applications.get": { about: "thing", link: "reads", input: ({ softId }) => ({ softId }) },
  "applications.update": { about: "thing", input: ({ softId }) => ({ softId, name: "Renamed" }) },
  "applications.publish": { about: "thing", input: ({ softId }) => ({ softId, published: true }) },
  "applications.setIcon": { about: "thing", input: ({ softId }) => ({ softId, file: null }) },
  "applications.addScreenshot": { about: "thing", input: ({ softId }) => ({ softId, file: pixel }) },
  "applications.removeScreenshot": { about: "thing", input: ({ softId }) => ({ softId, version: "0" }) },
  "callbacks.secret": { about: "own", input: () => undefined },
  "callbacks.rollSecret": { about: "own", input: () => undefined },
  "events.endpoints": { about: "own", input: () => undefined },
  "events.createEndpoint": {
    about: "own",
    input: () => ({ url: "https://example.com/", format: "text", events: ["ready"], withLink: false }),
  },
  "events.rollSecret": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "events.test": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "events.deliveries": {
    about: "thing",
    input: ({ endpointId }) => ({ endpointId }),
    foreign: (answer) => JSON.stringify(answer) === '{"items":[],"next":null}',
  },
  "events.replay": { about: "thing", input: ({ deliveryId }) => ({ deliveryId }) },
  "events.deleteEndpoint": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "inbound.address": { about: "own", input: () => undefined },
  "inbound.rollAddress": { about: "own", input: () => undefined },
  "inbound.rules": { about: "own", input: () => undefined },
  "inbound.createRule": { about: "own", input: () => ({ name: "bank", pattern: "(\\d+)" }) },
  "inbound.deleteRule": { about: "thing", input: ({ ruleId }) => ({ ruleId }) },
  "inbound.tryRules": { about: "own", input: () => ({ sender: "", text: "1" }) },
  "inbound.messages": { about: "own", input: () => ({}) },
  "inbound.deleteAddress": { about: "own", input: () => undefined },
  "emails.list": { about: "own", input: () => undefined },
  "emails.add": { about: "own", input: () => ({ email: "grace@example.org" }) },
  "emails.recent": { about: "own", input: () => undefined },
  "emails.setEveryWait": { about: "thing", input: ({ addressId }) => ({ addressId, everyWait: true }) },
  "emails.remove": { about: "thing", input: ({ addressId }) => ({ addressId }) },
  "reports.list": { about: "thing", input: ({ softId }) => ({ softId }) },
  "reports.set": {
    about: "thing",
    input: ({ softId, confirmedId }) => ({ softId, addressId: confirmedId, kind: "weekly", on: true, timezone: "UTC" }),
  },
  "reports.sendTest": {
    about: "thing",
    input: ({ softId, confirmedId }) => ({ softId, addressId: confirmedId, kind: "weekly" }),
  },
  "keys.list": { about: "own", input: () => ({}) },
  "keys.create": { about: "own", input: () => ({ name: "k", readOnly: false, addresses: [] }) },
  "keys.roll": { about: "thing", input: ({ keyId }) => ({ keyId, graceSeconds: 60 }) },
  "keys.revoke": { about: "thing", input: ({ keyId }) => ({ keyId }) },
  "keys.delete": { about: "thing", input: ({ keyId }) => ({ keyId }) },
  "stats.overview": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.chart": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days, mode: "errors" }) },
  "stats.hours": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...one }) },
  "stats.errors": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.funnel": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.explain": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...one }) },
  "stats.commissions": { about: "thing", input: ({ softId }) => ({ softId, ...days }) },
  "stats.notes": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, from: days.from, to: days.to }) },
  "stats.addNote": { about: "thing", input: ({ softId }) => ({ softId, day: days.from, text: "said" }) },
  "stats.removeNote": { about: "thing", input: ({ softId, noteId }) => ({ softId, noteId }) },
  "shares.list": {
    about: "thing",
    input: ({ softId }) => ({ softId }),
    foreign: (answer) => JSON.stringify(answer) === '{"items":[],"next":null}',
  },
  "shares.create": { about: "thing", input: ({ softId }) => ({ softId, name: "press" }) },
  "shares.revoke": { about: "thing", input: ({ shareId }) => ({ shareId }) },
  "secrets.list": { about: "own", input: () => ({}) },
  "secrets.save": { about: "own", input: () => ({ name: "mine", value: "correct horse", domains: ["example.org"] }) },
  "secrets.delete": { about: "thing", input: ({ secretName }) => ({ name: secretName }) },
  "sessions.list": { about: "own", input: () => ({}) },
  "sessions.delete": { about: "thing", input: ({ sessionName }) => ({ name: sessionName }) },
  "stats.waits": { about: "own", input: () => ({ days: 30 }) },
  "tasks.list": { about: "own", input: () => ({}) },
  "tasks.followList": { about: "own", input: () => ({}) },
  "tasks.waits": { about: "own", input: () => undefined },
  "tasks.followInbox": { about: "own", input: () => undefined },
  "tasks.get": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.timeline": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.follow": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.followWaits": { about: "own", input: () => undefined },
  "tasks.outcome": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.creatingCall": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.runAgain": {
    about: "thing",
    input: ({ taskId }) => ({ taskId, variables: [{ name: "code", value: null }] }),
  },
  "tasks.picture": { about: "thing", input: ({ taskId, stepId }) => ({ taskId, stepId }) },
  "tasks.tryTemplate": {
    about: "own",
    input: () => ({ template: newTemplateDocument, websiteURL: "https://example.com", variables: [] }),
  },
  "tasks.extend": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code", seconds: 60 }) },
  "tasks.createLink": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code" }) },
  "tasks.revokeLinks": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code" }) },
  "tasks.decline": { about: "thing", input: ({ declined }) => ({ taskId: declined, name: "code", reason: "Not me." }) },
  "tasks.push": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code", value: "1" }) },
  "tasks.cancel": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.cancelMany": { about: "thing", input: ({ taskId }) => ({ taskIds: [taskId] }) },
  "templates.list": { about: "own", input: () => ({}) },
  "templates.get": { about: "thing", input: ({ templateName }) => ({ name: templateName }) },
  "templates.versions": {
    about: "thing",
    input: ({ templateName }) => ({ name: templateName }),
    foreign: (answer) => JSON.stringify(answer) === '{"items":[],"next":null}',
  },
  "templates.check": { about: "own", input: () => ({ template: {} }) },
  "templates.save": { about: "own", input: () => ({ template: newTemplateDocument, ifVersion: 0 }) },
  "templates.delete": { about: "thing", input: ({ templateName }) => ({ name: templateName }) },
  // Last, since the application is gone in between, and then everything.
  "applications.archive": { about: "thing", input: ({ softId }) => ({ softId }) },
  "applications.restore": { about: "thing", input: ({ softId }) => ({ softId }) },
  "account.delete": { about: "own", input: () => ({ password }) },
};

const absent: Things = {
  softId: 2 ** 31 - 1,
  deviceId: "There is none",
  addressId: 2 ** 31 - 1,
  confirmedId: 2 ** 31 - 1,
  keyId: 2 ** 31 - 1,
  shareId: 2 ** 31 - 1,
  noteId: 2 ** 31 - 1,
  ruleId: 2 ** 31 - 1,
  endpointId: 2 ** 31 - 1,
  deliveryId: Number.MAX_SAFE_INTEGER,
  taskId: Number.MAX_SAFE_INTEGER,
  declined: Number.MAX_SAFE_INTEGER,
  stepId: Number.MAX_SAFE_INTEGER,
  templateName: "There is none",
  secretName: "There is none",
  sessionName: "There is none",
};

let system: TestContext;
let owner: KeyContext;
let stranger: KeyContext;
let things: Things;

beforeAll(async () => {
  system = await openTestContext();
  owner = await newCaller(system);
  stranger = await newCaller(system);
  for (const { actor } of [newSession(owner), newSession(stranger)]) {
    const email = `${actor.accountId}@example.org`;
    const credential = { accountId: actor.userId, providerId: "credential", password: await hashPassword(password) };
    await system.db.prisma.user.create({
      data: {
        id: actor.userId,
        name: "",
        email,
        accountId: actor.accountId,
        sessions: { create: { id: actor.userId, token: email, expiresAt: new Date(Date.now() + 3_600_000) } },
        credentials: { create: { id: actor.userId, ...credential } },
      },
    });
  }
  const ctx = newSession(owner);
  const deviceId = `${ctx.actor.userId} elsewhere`;
  await system.db.prisma.session.create({
    data: { id: deviceId, userId: ctx.actor.userId, token: deviceId, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  const softId = await newApplication(system, owner);
  const templateName = await newTemplate(system, owner);
  const task = { websiteURL: "https://example.com", templateName, variables: { code: "_WAIT_FOR_IT_" } };
  const [{ keyId }, { shareId }, { noteId }, { taskId }, { taskId: declined }] = await Promise.all([
    createKey({ ctx: system, input: { accountId: owner.actor.accountId, name: "the owner's" } }),
    createShareLink({ ctx, input: { softId, name: "first" } }),
    addNote({ ctx, input: { softId, day: "2026-11-02", text: "first" } }),
    createTask({ ctx: owner, input: { task } }),
    createTask({ ctx: owner, input: { task } }),
  ]);
  const [secretName, sessionName] = ["the owner's password", "the owner's session"];
  await saveSecret({ ctx, input: { name: secretName, value: "correct horse", domains: ["example.org"] } });
  await openSession(ctx, sessionName);
  // It waits for its code.
  const { workerId } = (await newWorker(system)).actor;
  await system.db.pool.query(
    "update task set state = 'waiting', worker_id = $2, deadline_tick = 1000000 where id = $1",
    [taskId, workerId],
  );
  await system.db.pool.query("update variable set awaited_at = now(), deadline_tick = 1000000 where task_id = $1", [
    taskId,
  ]);
  const { id } = await system.db.prisma.taskStep.create({ data: { taskId, run: 1, number: 0, type: "OPEN_PAGE" } });
  const { ruleId } = await createRule({
    ctx: newSession(owner),
    input: { accountId: owner.actor.accountId, name: "the owner's bank", pattern: "(x)" },
  });
  const { endpointId } = await createEndpoint({
    ctx: newSession(owner),
    input: {
      accountId: owner.actor.accountId,
      url: "https://example.com/the owner's",
      format: "text",
      events: ["ready"],
      linkOrigin: null,
    },
  });
  const delivery = await system.db.prisma.webhookDelivery.create({
    data: { accountId: owner.actor.accountId, endpointId, taskId, nextAt: null },
  });
  const deliveryId = Number(delivery.id);
  const address = await system.db.prisma.emailAddress.create({
    data: { accountId: owner.actor.accountId, email: "grace@example.org" },
  });
  const { id: confirmedId } = await system.db.prisma.emailAddress.create({
    data: { accountId: owner.actor.accountId, email: "edsger@example.org", confirmedAt: new Date() },
  });
  const ids = { softId, keyId, shareId, noteId, taskId, declined, ruleId, stepId: Number(id), addressId: address.id };
  things = { ...ids, deviceId, confirmedId, endpointId, deliveryId, templateName, secretName, sessionName };
});
afterAll(() => system.close());

/** Calls as somebody; a refusal is its code and its sentence. */
async function call(
  name: string,
  actor: PortalActor,
  input: unknown,
): Promise<{ answer: unknown } | { refusal: string }> {
  const verb: Context<PortalActor> = { ...inProcess(system, "web"), actor };
  const caller = createCaller({
    verb,
    limiter: unlimited,
    address: "192.0.2.9",
    live: new LiveFeeds(verb),
    sessionId: actor.kind === "session" ? actor.userId : null,
  });
  const [group = "", action = ""] = name.split(".");
  const procedure = (caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[
    group
  ]?.[action];
  try {
    return { answer: await firstOf(await procedure?.(input)) };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { refusal: `${error.code} ${error.message.replaceAll(/\d+/g, "#")}` };
  }
}

/** What a subscription sends first; another answer itself. */
async function firstOf(answer: unknown): Promise<unknown> {
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  for await (const first of answer as AsyncIterable<unknown>) return first;
}

test("every procedure has a row, and every row a procedure", () => {
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(portalRouter._def.procedures as Record<Procedure, unknown>).sort(),
  );
});

const visitor: PortalActor = { kind: "visitor" };

for (const [name, { about, input, link, foreign }] of Object.entries(rows)) {
  if (about === "anybody") {
    test(`${name}: anybody may ask`, async () => {
      expect(await call(name, visitor, input(things))).toEqual({ refusal: expect.stringMatching(/^BAD_REQUEST/) });
    });
    continue;
  }

  test(`${name}: nobody is asked to sign in`, async () => {
    expect(await call(name, visitor, input(things))).toEqual({ refusal: "UNAUTHORIZED Sign in first." });
  });

  test(`${name}: the reader of a share link ${link ? "reads it of the one application" : "is refused"}`, async () => {
    const reader: PortalActor = { kind: "link", accountId: owner.actor.accountId, softId: things.softId };
    const result = await call(name, reader, input(things));
    if (link) {
      expect(result).toHaveProperty("answer");
      const elsewhere = { ...things, softId: await newApplication(system, owner) };
      expect(await call(name, reader, input(elsewhere))).toEqual({ refusal: expect.stringMatching(/^FORBIDDEN/) });
    } else expect(result).toEqual({ refusal: "UNAUTHORIZED Sign in first." });
  });

  if (about === "thing") {
    test(`${name}: another owner's thing looks like one that does not exist`, async () => {
      const { actor } = newSession(stranger);
      const result = await call(name, actor, input(things));
      expect(result).toEqual(await call(name, actor, input(absent)));
      if (foreign) expect(foreign((result as { answer: unknown }).answer)).toBe(true);
      else expect(result).toHaveProperty("refusal");
    });
  } else {
    test(`${name}: another owner gets nothing of the owner's`, async () => {
      const result = await call(name, newSession(stranger).actor, input(things));
      const text = JSON.stringify(result, (_, value) => (typeof value === "bigint" ? String(value) : value));
      expect(result).toHaveProperty("answer");
      expect(text).not.toContain("the owner's");
      expect(text).not.toContain(`"accountId":${owner.actor.accountId},`);
    });
  }

  test(`${name}: its owner gets an answer`, async () => {
    expect(await call(name, newSession(owner).actor, input(things))).toHaveProperty("answer");
  });
}

test("a suspended account can read, and can change nothing", async () => {
  const { actor } = newSession(await newCaller(system));
  await system.db.prisma.account.update({ where: { id: actor.accountId }, data: { suspendedAt: new Date() } });
  expect(await call("account.ledger", actor, {})).toHaveProperty("answer");
  expect(await call("applications.create", actor, { name: "x", published: true })).toEqual({
    refusal: expect.stringMatching(/^FORBIDDEN/),
  });
});
