import type { LiveRight } from "@gatepost/contract/live";
import type { KeyRight } from "@gatepost/contract/rights";
import type { Db } from "@gatepost/db/connect";
import type { ObjectStore } from "@gatepost/db/object-store/object-store";
import type { Batch } from "./coalesce.ts";
import { DomainError } from "./errors.ts";
import { type Facts, log } from "./log.ts";
import type { Settings } from "./settings.ts";
import type { Vault } from "./vault.ts";

export interface KeyActor<Kind> {
  kind: Kind;
  accountId: number;
  keyId: number;
  readOnly: boolean;
  rights: readonly string[];
  address: string;
  /** As receipts name it; absent where it was not read. */
  keyName?: string;
}

/** The caller. Created once, by the adapter; the domain decides by it alone. */
export type Actor =
  | KeyActor<"key">
  /** A key that this process verified recently. Accepted only by functions whose statement verifies it again. */
  | KeyActor<"cached key">
  /** Somebody signed in to the portal. */
  | { kind: "person"; userId: string; accountId: number; address: string }
  /** The holder of a share link, who reads one application's reports as its owner does. */
  | { kind: "link"; accountId: number; softId: number }
  /** The holder of an answer link, who may answer one variable of one task. */
  | {
      kind: "answer link";
      accountId: number;
      linkId: number;
      taskId: number;
      name: string;
      live: { right: LiveRight; until: number } | null;
    }
  /** The holder of a link to one task's live page. `until`: in milliseconds since 1970. */
  | { kind: "live link"; accountId: number; linkId: number; taskId: number; live: { right: LiveRight; until: number } }
  /** A message to an account's address for inbound codes, which a rule of the account has chosen for this variable. */
  | { kind: "inbound message"; accountId: number; messageId: number; taskId: number; name: string }
  | { kind: "worker"; workerId: number }
  | { kind: "visitor" }
  /** The operator on the machine itself, and maintenance. */
  | { kind: "system" };

/**
 * Something that a process keeps in memory once. Its name identifies it, because Next.js's bundle and the host have copies of this
 * code, which must share it: tasks of the portal and of calls take their ids from one block, in their order.
 */
interface Cached<Cache> {
  name: string;
  open(db: Db): Cache;
}

export function cached<Cache>(name: string, open: (db: Db) => Cache): Cached<Cache> {
  return { name, open };
}

/** What a process opens once: the database, its secrets, its settings, its batches. Created by each app's container. */
export interface AppContext {
  db: Db;
  vault: Vault;
  /** Null: pictures are kept in PostgreSQL. */
  objects: ObjectStore | null;
  settings: Settings;
  /** What this process keeps in memory, such as the keys that it has verified. It is opened at its first use. */
  cache: <Cache>(kind: Cached<Cache>) => Cache;
  /** Runs the input in the next batch of its kind (see coalesce.ts). */
  batch: <Input, Output>(kind: Batch<Input, Output, AppContext>, input: Input) => Promise<Output>;
}

/** Passed to every domain function. */
export interface Context<A extends Actor = Actor> extends AppContext {
  actor: A;
}

/** What a verb is called with. */
export interface Args<Input> {
  ctx: Context;
  input: Input;
}

/** Logs what a signed-in person changed. Not what the operator did at a terminal, whose output it would be in. */
export function logChange({ actor }: Context, event: string, facts: Facts): void {
  if (actor.kind === "person") log(event, facts);
}

export type KeyContext = Context<Extract<Actor, { kind: "key" }>>;
/** A key whose verification may be left to a function's own statement. */
export type VerifyingContext = Context<Extract<Actor, { kind: "key" | "cached key" }>>;
export type PersonContext = Context<Extract<Actor, { kind: "person" }>>;
export type WorkerContext = Context<Extract<Actor, { kind: "worker" }>>;

/** The calling account, signed in or by a key that has the right; null: by any key. `keyId`: null if not by a key. */
export function requireAccount(ctx: Context, right: KeyRight | null) {
  // It may have been revoked; the endpoint verifies it and calls again.
  if (ctx.actor.kind === "cached key") throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  return requireVerifiableAccount(ctx, right);
}

/** An account that may change something, which a read-only key may not. */
export function requireChange(ctx: Context, right: KeyRight) {
  const caller = requireAccount(ctx, right);
  refuseReadOnly(caller.actor);
  return caller;
}

/** Like requireAccount, for functions that pass `keyId` to a statement that verifies it. */
export function requireVerifiableAccount({ actor }: Context, right: KeyRight | null) {
  if (actor.kind !== "key" && actor.kind !== "cached key" && actor.kind !== "person")
    throw new DomainError("ERROR_ACCESS_DENIED");
  requireRight(actor, right);
  return { actor, accountId: actor.accountId, keyId: actor.kind === "person" ? null : actor.keyId };
}

/** Like requireChange, in the same way. */
export function requireVerifiableChange(ctx: Context, right: KeyRight) {
  const caller = requireVerifiableAccount(ctx, right);
  refuseReadOnly(caller.actor);
  return caller;
}

/**
 * Who may answer a wait: an account that may change something, or a link or an inbound message for this very variable.
 * `ERROR_ACCESS_DENIED` for those of another variable, and as requireVerifiableChange. `keyId`: to be verified by the statement; null:
 * not called by a key. `suppliedBy`: as receipts say it: "key 12", "user …", "link 7", "inbound 3".
 */
export function requireAnswerer(ctx: Context, { taskId, name }: { taskId: number; name: string }) {
  const { actor: caller } = ctx;
  if (caller.kind === "answer link" || caller.kind === "inbound message") {
    const { accountId } = caller;
    if (caller.taskId !== taskId || caller.name !== name) throw new DomainError("ERROR_ACCESS_DENIED");
    if (caller.kind === "inbound message")
      return { accountId, keyId: null, linkId: null, suppliedBy: `inbound ${caller.messageId}` };
    return { accountId, keyId: null, linkId: caller.linkId, suppliedBy: `link ${caller.linkId}` };
  }
  const { actor, accountId, keyId } = requireVerifiableChange(ctx, "tasks");
  return { accountId, keyId, linkId: null, suppliedBy: callerName(actor) };
}

/** Who may answer a wait, for functions whose statements do not verify a cached key. */
export function requireCheckedAnswerer(ctx: Context, input: { taskId: number; name: string }) {
  if (ctx.actor.kind !== "answer link") requireChange(ctx, "tasks");
  return requireAnswerer(ctx, input);
}

/** A caller as receipts and controls of pages name it. */
export function callerName(actor: VerifiableActor): string {
  return actor.kind === "person" ? `user ${actor.userId}` : `key ${actor.keyId}`;
}

type VerifiableActor = Extract<Actor, { kind: "key" | "cached key" | "person" }>;

/** ERROR_ACCESS_DENIED for a key without the right; a person who is signed in has all. */
function requireRight(actor: VerifiableActor, right: KeyRight | null): void {
  if (right === null || actor.kind === "person" || actor.rights.includes(right)) return;
  throw new DomainError(
    "ERROR_ACCESS_DENIED",
    `This key does not have the right "${right}". Use a key that has it; rights are chosen when a key is created.`,
  );
}

function refuseReadOnly(actor: VerifiableActor): void {
  if (actor.kind !== "person" && actor.readOnly)
    throw new DomainError("ERROR_ACCESS_DENIED", "This key is read-only. Use a key that may change something.");
}

/** The account whose application reports are read: the caller's own, or the one that shared this application. */
export function requireReader(ctx: Context, softId: number): number {
  if (ctx.actor.kind !== "link") return requireAccount(ctx, "stats").accountId;
  if (ctx.actor.softId !== softId) throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx.actor.accountId;
}

/**
 * Like requireReader, for functions that pass `keyId` to a statement that verifies it (null: verified already). The
 * operator reads the reports of every account: `accountId` is null.
 */
export function requireVerifiableReader(ctx: Context, softId: number) {
  if (ctx.actor.kind === "system") return { accountId: null, keyId: null };
  if (ctx.actor.kind === "cached key") {
    requireRight(ctx.actor, "stats");
    return ctx.actor;
  }
  return { accountId: requireReader(ctx, softId), keyId: null };
}

/**
 * The caller who may manage an account: the operator, or a user of that account. Keys cannot manage anything, so a key
 * never creates keys. `undefined` means all accounts.
 */
export function requireManager(ctx: Context, accountId: number | undefined): void {
  if (ctx.actor.kind === "system") return;
  if (ctx.actor.kind !== "person" || ctx.actor.accountId !== accountId) throw new DomainError("ERROR_ACCESS_DENIED");
}

/** The condition for things that the caller may manage by their ids alone: any for the operator, otherwise the user's own account's. */
export function ofManaged(ctx: Context): { accountId?: number } {
  if (ctx.actor.kind === "system") return {};
  if (ctx.actor.kind !== "person") throw new DomainError("ERROR_ACCESS_DENIED");
  return { accountId: ctx.actor.accountId };
}

/** A signed-in user, for what belongs to people and not to programs. */
export function requireSession({ actor }: Context): PersonContext["actor"] {
  if (actor.kind !== "person") throw new DomainError("ERROR_ACCESS_DENIED");
  return actor;
}

export function requireWorker(ctx: Context): WorkerContext {
  if (ctx.actor.kind !== "worker") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx as WorkerContext;
}

/** The operator on the machine itself, or maintenance. */
export function requireSystem(ctx: Context): void {
  if (ctx.actor.kind !== "system") throw new DomainError("ERROR_ACCESS_DENIED");
}
