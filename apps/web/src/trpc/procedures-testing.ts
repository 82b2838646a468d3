import { type JsonSchema, jsonSchemaOf } from "@gatepost/contract/json-schema";
import { createKey } from "@gatepost/domain/accounts/keys";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { createShareLink } from "@gatepost/domain/applications/share-links";
import { createEndpoint } from "@gatepost/domain/notifications/webhooks";
import type { Context, KeyContext, PersonContext } from "@gatepost/domain/platform/context";
import {
  codeComesLater,
  newApplication,
  newPerson,
  newTemplate,
  newWorker,
  type TestContext,
} from "@gatepost/domain/platform/testing";
import { addNote } from "@gatepost/domain/statistics/notes";
import { createTask, openSession } from "@gatepost/domain/tasks/create-task";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import type { z } from "zod";
import { password, passwordHash } from "../../../../tests/portal-session.ts";
import { unlimited } from "../http/rate-limit.ts";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { PortalActor } from "./procedures.ts";
import { createCaller, portalRouter } from "./router.ts";

/** What the owner has, by the names that inputs use. */
export type Things = Awaited<ReturnType<typeof newThings>>;

interface Procedure {
  _def: { type: "query" | "mutation" | "subscription"; inputs: z.ZodType[] };
}

/** Every procedure of the portal. */
export const procedures = portalRouter._def.procedures as unknown as Record<string, Procedure>;

/** The objects that an input of the procedure is made of. */
function partsOf(name: string): JsonSchema[] {
  return (procedures[name]?._def.inputs ?? []).flatMap((input) => {
    const schema: JsonSchema & { allOf?: JsonSchema[] } = jsonSchemaOf(input);
    return schema.allOf ?? [schema];
  });
}

/** The properties that a procedure declares. */
export const propertiesOf = (name: string): string[] =>
  partsOf(name).flatMap(({ properties }) => Object.keys(properties ?? {}));

const newTemplateDocument = { name: "A new one", steps: [{ type: "TAKE_SCREENSHOT" }] };
/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC";
const late = [{ name: "code", value: null }];

/** What a person enters for a property that is required, and names no thing. */
const entered: Record<string, unknown> = {
  addresses: [],
  control: true,
  day: "2026-11-01",
  days: 30,
  domains: ["example.org"],
  email: "grace@example.org",
  events: ["ready"],
  everyWait: true,
  file: pixel,
  format: "text",
  from: "2026-01-01",
  graceSeconds: 60,
  kind: "weekly",
  mode: "errors",
  name: "code",
  on: true,
  origins: ["https://app.example.com"],
  password,
  pattern: "(\\d+)",
  published: true,
  readOnly: false,
  reason: "Not me.",
  search: "",
  seconds: 60,
  sender: "",
  template: newTemplateDocument,
  text: "said",
  timezone: "UTC",
  to: "2026-12-31",
  url: "https://example.com/",
  value: "correct horse",
  variables: late,
  version: "0",
  websiteURL: "https://example.com",
  withLink: false,
};

/** What else is sent to a procedure, or in place of that. */
const more: Record<string, (things: Things) => object> = {
  "account.signUp": () => ({ email: "no address" }),
  "account.requestReset": () => ({ email: "a".repeat(400) }),
  "reports.set": ({ confirmedId }) => ({ addressId: confirmedId }),
  "secrets.delete": ({ secretName }) => ({ name: secretName }),
  "sessions.delete": ({ sessionName }) => ({ name: sessionName }),
  "tasks.create": ({ templateName }) => ({ templateName }),
  "tasks.revokeLinks": () => ({ name: "code" }),
  "tasks.decline": ({ declined }) => ({ taskId: declined }),
  "tasks.cancelMany": ({ taskId }) => ({ taskIds: [taskId] }),
  "templates.get": ({ templateName }) => ({ name: templateName }),
  "templates.versions": ({ templateName }) => ({ name: templateName }),
  "templates.check": () => ({ template: {} }),
  "templates.save": () => ({ template: newTemplateDocument }),
  "templates.delete": ({ templateName }) => ({ name: templateName }),
};

/** What a person sends to a procedure. */
export function inputOf(name: string, things: Things): Record<string, unknown> | undefined {
  const parts = partsOf(name);
  if (parts.length === 0) return undefined;
  const known = { ...entered, ...things, ...more[name]?.(things) };
  const required = parts.flatMap((part) => part.required ?? []);
  const unknown = required.find((property) => !(property in known));
  if (unknown) throw new Error(`procedures-ts does not say what is entered as ${unknown} of ${name}.`);
  const input = Object.fromEntries(required.map((property) => [property, known[property as keyof typeof known]]));
  return { ...input, ...more[name]?.(things) };
}

/** Whether a procedure names a thing of the owner's. Any other is about all that its caller has. */
export const isAboutThing = (name: string, things: Things): boolean =>
  JSON.stringify(inputOf(name, things)) !== JSON.stringify(inputOf(name, absent(things)));

/** Things that nobody has. */
export const absent = (things: Things): Things =>
  Object.fromEntries(
    Object.entries(things).map(([name, one]) => [name, typeof one === "number" ? 2 ** 31 - 1 : "There is none"]),
  ) as Things;

/** The procedures that everyone may call. */
export const openToAll = ["account.signUp", "account.requestReset"];

/** What ends something comes after what needs it, and then the application and the account are gone. */
function turnOf(name: string): number {
  if (name === "account.delete") return 3;
  if (/^applications\.(?:archive|restore)$/.test(name)) return 2;
  return /\.(?:push|decline|cancel|delete|remove|revoke)/.test(name) ? 1 : 0;
}

/** The names of all procedures, in an order in which an owner can call them all. */
export const names = Object.keys(procedures).toSorted((a, b) => turnOf(a) - turnOf(b));

/** Calls a procedure by its name as somebody, who has no session but, as a person, that of `newSignedIn`. */
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

const newSession = (system: TestContext, id: string, userId: string) =>
  system.db.prisma.session.create({ data: { id, userId, token: id, expiresAt: new Date(Date.now() + 3_600_000) } });

/** A person of the account of a key, who is signed in. */
export async function newSignedIn(system: TestContext, { actor }: KeyContext): Promise<PersonContext> {
  const person = await newPerson(system, { accountId: actor.accountId, passwordHash });
  await newSession(system, person.actor.userId, person.actor.userId);
  return person;
}

/** Gives an account one of each. `ctx`: a person of it. */
export async function newThings(system: TestContext, owner: KeyContext, ctx: PersonContext) {
  const { accountId, userId } = ctx.actor;
  const deviceId = `the owner's, of ${userId}`;
  await newSession(system, deviceId, userId);
  const softId = await newApplication(system, owner);
  const templateName = await newTemplate(system, owner);
  const task = { websiteURL: "https://example.com", templateName, variables: codeComesLater };
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
  const { prisma } = system.db;
  const { id: stepId } = await prisma.taskStep.create({ data: { taskId, run: 1, number: 0, type: "OPEN_PAGE" } });
  const { ruleId } = await createRule({ ctx, input: { accountId, name: "the owner's bank", pattern: "(x)" } });
  const { endpointId } = await createEndpoint({
    ctx,
    input: { accountId, url: "https://example.com/the owner's", format: "text", events: ["ready"], linkOrigin: null },
  });
  const delivery = await prisma.delivery.create({ data: { accountId, endpointId, taskId, nextAt: null } });
  await prisma.inboundMessage.create({ data: { accountId, sender: "the owner's bank", outcome: "unused" } });
  const { id: addressId } = await prisma.emailAddress.create({ data: { accountId, email: "the owner's@example.org" } });
  const { id: confirmedId } = await prisma.emailAddress.create({
    data: { accountId, email: "edsger@example.org", confirmedAt: new Date() },
  });
  const tasks = { taskId, declined, stepId: Number(stepId), templateName, secretName, sessionName };
  const ofApplication = { softId, shareId, noteId };
  const ofAccount = { keyId, ruleId, endpointId, deliveryId: Number(delivery.id), addressId, confirmedId, deviceId };
  return { ...tasks, ...ofApplication, ...ofAccount };
}
