import { createKey } from "@gatepost/domain/accounts/keys";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { createShareLink } from "@gatepost/domain/applications/share-links";
import { createEndpoint } from "@gatepost/domain/notifications/webhooks";
import type { Context, KeyContext, PersonContext } from "@gatepost/domain/platform/context";
import {
  newApplication,
  newSession,
  newTemplate,
  newWorker,
  type TestContext,
} from "@gatepost/domain/platform/testing";
import { addNote } from "@gatepost/domain/statistics/notes";
import { createTask, openSession } from "@gatepost/domain/tasks/create-task";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import { password, passwordHash } from "../../../../tests/portal-session.ts";
import { unlimited } from "../http/rate-limit.ts";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { PortalActor } from "./procedures.ts";
import { createCaller, portalRouter } from "./router.ts";

/** What the owner has, by the names that inputs use. */
export interface Things {
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
  /** What a person sends. */
  input: (things: Things) => unknown;
  /** It answers a list, page by page, whose items have this id. */
  listOf?: string;
  /** How many bytes its answer has at most; `usualBytes` if absent. */
  bytes?: number;
  /** `own`: answers each account with its own things. `thing`: names a thing, which must be one's own. */
  about: "own" | "thing" | "anybody";
  /** What a reader of the application's share link may do. */
  link?: "reads";
  /** What another owner gets for a foreign thing where that is an answer: the one for a thing that is not there. */
  foreign?: (answer: unknown) => boolean;
}

const kibibyte = 1024;
/** The largest answer of a list, and of anything that is one thing. */
export const usualBytes = 256 * kibibyte;
/** A report has a point for each of 366 days and each error code. */
const reportBytes = 2_048 * kibibyte;

const days = { from: "2026-01-01", to: "2026-12-31", timezone: "UTC" };
const month = { from: "2026-11-01", to: "2026-11-30" };
const newTemplateDocument = { name: "A new one", steps: [{ type: "TAKE_SCREENSHOT" }] };
/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC";
const one = { mode: "errors", day: "2026-11-01", timezone: "UTC" };

/** Procedures that take an input, change something, or answer more than usual, in an order in which an owner can call them all. */
const written: Record<string, Row> = {
  "account.ledger": { listOf: "entryId", about: "own", input: () => ({}) },
  "account.signUp": { about: "anybody", input: () => ({ email: "no address", password: "long enough" }) },
  "account.requestReset": { about: "anybody", input: () => ({ email: "a".repeat(400) }) },
  // Fifty at most.
  "account.devices": { about: "own", input: () => undefined },
  "account.setEmbedOrigins": { about: "own", input: () => ({ origins: ["https://app.example.com"] }) },
  "account.signOutDevice": { about: "thing", input: ({ deviceId }) => ({ deviceId }) },
  "applications.list": { listOf: "softId", about: "own", input: () => ({}) },
  "applications.find": { listOf: "softId", about: "own", input: () => ({ search: "" }) },
  "applications.create": { about: "own", input: () => ({ name: "Another", published: true }) },
  "applications.get": { about: "thing", link: "reads", input: ({ softId }) => ({ softId }) },
  "applications.update": { about: "thing", input: ({ softId }) => ({ softId, name: "Renamed" }) },
  "applications.publish": { about: "thing", input: ({ softId }) => ({ softId, published: true }) },
  "applications.setIcon": { about: "thing", input: ({ softId }) => ({ softId, file: pixel }) },
  "applications.addScreenshot": { about: "thing", input: ({ softId }) => ({ softId, file: pixel }) },
  "applications.removeScreenshot": { about: "thing", input: ({ softId }) => ({ softId, version: "0" }) },
  "callbacks.rollSecret": { about: "own", input: () => undefined },
  "events.createEndpoint": {
    about: "own",
    input: () => ({ url: "https://example.com/", format: "text", events: ["ready"], withLink: false }),
  },
  "events.rollSecret": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "events.test": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "events.deliveries": {
    listOf: "deliveryId",
    about: "thing",
    input: ({ endpointId }) => ({ endpointId }),
    foreign: (answer) => JSON.stringify(answer) === '{"items":[],"next":null}',
  },
  "events.replay": { about: "thing", input: ({ deliveryId }) => ({ deliveryId }) },
  "events.deleteEndpoint": { about: "thing", input: ({ endpointId }) => ({ endpointId }) },
  "inbound.rollAddress": { about: "own", input: () => undefined },
  "inbound.createRule": { about: "own", input: () => ({ name: "bank", pattern: "(\\d+)" }) },
  "inbound.deleteRule": { about: "thing", input: ({ ruleId }) => ({ ruleId }) },
  "inbound.tryRules": { about: "own", input: () => ({ sender: "", text: "1" }) },
  "inbound.messages": { listOf: "messageId", about: "own", input: () => ({}) },
  "inbound.deleteAddress": { about: "own", input: () => undefined },
  // Twenty addresses at most.
  "emails.list": { about: "own", input: () => undefined },
  "emails.add": { about: "own", input: () => ({ email: "grace@example.org" }) },
  // The latest emails of the last hundred waits.
  "emails.recent": { about: "own", input: () => undefined },
  "emails.setEveryWait": { about: "thing", input: ({ addressId }) => ({ addressId, everyWait: true }) },
  "emails.remove": { about: "thing", input: ({ addressId }) => ({ addressId }) },
  // Three subscriptions of each address at most.
  "reports.list": { about: "thing", input: ({ softId }) => ({ softId }) },
  "reports.set": {
    about: "thing",
    input: ({ softId, confirmedId }) => ({ softId, addressId: confirmedId, kind: "weekly", on: true, timezone: "UTC" }),
  },
  "reports.sendTest": {
    about: "thing",
    input: ({ softId, confirmedId }) => ({ softId, addressId: confirmedId, kind: "weekly" }),
  },
  "keys.list": { listOf: "keyId", about: "own", input: () => ({}) },
  "keys.create": { about: "own", input: () => ({ name: "k", readOnly: false, addresses: [] }) },
  "keys.roll": { about: "thing", input: ({ keyId }) => ({ keyId, graceSeconds: 60 }) },
  "keys.revoke": { about: "thing", input: ({ keyId }) => ({ keyId }) },
  "keys.delete": { about: "thing", input: ({ keyId }) => ({ keyId }) },
  "stats.overview": { bytes: reportBytes, about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.chart": {
    bytes: reportBytes,
    about: "thing",
    link: "reads",
    input: ({ softId }) => ({ softId, ...days, mode: "errors" }),
  },
  "stats.hours": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...one }) },
  "stats.errors": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.funnel": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...days }) },
  "stats.explain": { about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...one }) },
  "stats.commissions": { listOf: "entryId", about: "thing", input: ({ softId }) => ({ softId, ...days }) },
  "stats.notes": { listOf: "noteId", about: "thing", link: "reads", input: ({ softId }) => ({ softId, ...month }) },
  "stats.addNote": { about: "thing", input: ({ softId }) => ({ softId, day: month.from, text: "said" }) },
  "stats.removeNote": { about: "thing", input: ({ softId, noteId }) => ({ softId, noteId }) },
  "shares.list": {
    listOf: "shareId",
    about: "thing",
    input: ({ softId }) => ({ softId }),
    foreign: (answer) => JSON.stringify(answer) === '{"items":[],"next":null}',
  },
  "shares.create": { about: "thing", input: ({ softId }) => ({ softId, name: "press" }) },
  "shares.revoke": { about: "thing", input: ({ shareId }) => ({ shareId }) },
  "secrets.list": { listOf: "id", about: "own", input: () => ({}) },
  "secrets.save": { about: "own", input: () => ({ name: "mine", value: "correct horse", domains: ["example.org"] }) },
  "secrets.delete": { about: "thing", input: ({ secretName }) => ({ name: secretName }) },
  "sessions.list": { listOf: "id", about: "own", input: () => ({}) },
  "sessions.delete": { about: "thing", input: ({ sessionName }) => ({ name: sessionName }) },
  // A hundred templates and applications at most.
  "stats.waits": { about: "own", input: () => ({ days: 30 }) },
  "tasks.list": { listOf: "taskId", about: "own", input: () => ({}) },
  "tasks.followList": { about: "own", input: () => ({}) },
  // Fifty waits at most, each with its prompt.
  "tasks.waits": { bytes: 2 * usualBytes, about: "own", input: () => undefined },
  "tasks.get": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.timeline": { listOf: "stepId", about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.follow": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  // What it read, cut to what a page can show.
  "tasks.outcome": { bytes: reportBytes, about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.creatingCall": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.runAgain": {
    about: "thing",
    input: ({ taskId }) => ({ taskId, variables: [{ name: "code", value: null }] }),
  },
  "tasks.saveDraft": { about: "own", input: () => ({ template: newTemplateDocument }) },
  // One picture of the timeline: the worker keeps none above 4 MiB.
  "tasks.picture": { bytes: 6 * 1024 * kibibyte, about: "thing", input: ({ taskId, stepId }) => ({ taskId, stepId }) },
  "tasks.create": {
    about: "thing",
    input: ({ templateName }) => ({
      templateName,
      websiteURL: "https://example.com",
      variables: [{ name: "code", value: null }],
    }),
  },
  "tasks.extend": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code", seconds: 60 }) },
  "tasks.createLink": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code" }) },
  "tasks.createLiveLink": { about: "thing", input: ({ taskId }) => ({ taskId, control: true }) },
  "tasks.revokeLinks": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code" }) },
  "tasks.decline": { about: "thing", input: ({ declined }) => ({ taskId: declined, name: "code", reason: "Not me." }) },
  "tasks.push": { about: "thing", input: ({ taskId }) => ({ taskId, name: "code", value: "1" }) },
  "tasks.cancel": { about: "thing", input: ({ taskId }) => ({ taskId }) },
  "tasks.cancelMany": { about: "thing", input: ({ taskId }) => ({ taskIds: [taskId] }) },
  "templates.list": { listOf: "templateId", about: "own", input: () => ({}) },
  "templates.get": { bytes: 2 * usualBytes, about: "thing", input: ({ templateName }) => ({ name: templateName }) },
  "templates.versions": {
    listOf: "version",
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

export const procedures = portalRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: { shape?: object }[] } }
>;
const withoutInput = Object.keys(procedures).filter((name) => {
  const { type, inputs } = procedures[name]?._def ?? {};
  return type !== "mutation" && inputs?.length === 0;
});

/** Every procedure of the portal, in such an order. One that reads and takes no input can only be about the caller's own. */
export const rows: Record<string, Row> = {
  ...Object.fromEntries(withoutInput.map((name) => [name, { about: "own", input: () => undefined }])),
  ...written,
};

/** Things that nobody has. */
export const absent: Things = {
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

/** Calls a procedure by its name as somebody, who has no session but, as a person, that of `newPerson`. */
export async function callPortal(verb: Context<PortalActor>, name: string, input: unknown): Promise<unknown> {
  const { actor } = verb;
  const caller = createCaller({
    verb,
    limiter: unlimited,
    address: "192.0.2.9",
    live: openLiveFeeds(verb),
    sessionId: actor.kind === "person" ? actor.userId : null,
  });
  const [group = "", action = ""] = name.split(".");
  const verbs = caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  return await verbs[group]?.[action]?.(input);
}

/** Makes a person of an account, who is signed in. */
export async function newPerson(system: TestContext, { actor }: PersonContext, email: string): Promise<void> {
  const credential = { accountId: actor.userId, providerId: "credential", password: passwordHash };
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

/** Gives an account one of each. A person of it must exist. */
export async function newThings(system: TestContext, owner: KeyContext): Promise<Things> {
  const ctx = newSession(owner);
  const { accountId } = ctx.actor;
  const deviceId = `the owner's, of ${ctx.actor.userId}`;
  await system.db.prisma.session.create({
    data: { id: deviceId, userId: ctx.actor.userId, token: deviceId, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  const softId = await newApplication(system, owner);
  const templateName = await newTemplate(system, owner);
  const task = { websiteURL: "https://example.com", templateName, variables: { code: "_WAIT_FOR_IT_" } };
  const [{ keyId }, { shareId }, { noteId }, { taskId }, { taskId: declined }] = await Promise.all([
    createKey({ ctx: system, input: { accountId, name: "the owner's" } }),
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
  const { ruleId } = await createRule({ ctx, input: { accountId, name: "the owner's bank", pattern: "(x)" } });
  const { endpointId } = await createEndpoint({
    ctx,
    input: { accountId, url: "https://example.com/the owner's", format: "text", events: ["ready"], linkOrigin: null },
  });
  const delivery = await system.db.prisma.delivery.create({ data: { accountId, endpointId, taskId, nextAt: null } });
  const deliveryId = Number(delivery.id);
  const address = await system.db.prisma.emailAddress.create({ data: { accountId, email: "the owner's@example.org" } });
  await system.db.prisma.inboundMessage.create({ data: { accountId, sender: "the owner's bank", outcome: "unused" } });
  const { id: confirmedId } = await system.db.prisma.emailAddress.create({
    data: { accountId, email: "edsger@example.org", confirmedAt: new Date() },
  });
  const ids = { softId, keyId, shareId, noteId, taskId, declined, ruleId, stepId: Number(id), addressId: address.id };
  return { ...ids, deviceId, confirmedId, endpointId, deliveryId, templateName, secretName, sessionName };
}
