import type { KeyRight } from "@gatepost/contract/rights";
import type { Actor } from "./actor.ts";
import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";

export type KeyContext = Context<Extract<Actor, { kind: "key" }>>;
/** A key whose verification may be left to a function's own statement. */
export type VerifyingContext = Context<Extract<Actor, { kind: "key" | "cached key" }>>;
export type PersonContext = Context<Extract<Actor, { kind: "person" }>>;
type AccountContext = Context<Extract<Actor, { kind: "key" | "person" }>>;
export type WorkerContext = Context<Extract<Actor, { kind: "worker" }>>;

/** The calling account, signed in or by a key that has the right; null: by any key. */
export function requireAccount(ctx: Context, right: KeyRight | null): AccountContext {
  const { actor } = ctx;
  if (actor.kind !== "key" && actor.kind !== "person") throw new DomainError("ERROR_ACCESS_DENIED");
  requireRight(actor, right);
  return ctx as AccountContext;
}

/** An account that may change something, which a read-only key may not. */
export function requireChange(ctx: Context, right: KeyRight): AccountContext {
  const asked = requireAccount(ctx, right);
  refuseReadOnly(asked.actor);
  return asked;
}

/** Like requireAccount, for functions that pass `keyId` to a statement that verifies it. Null: not called by a key. */
export function requireVerifiableAccount(ctx: Context, right: KeyRight) {
  const { actor } = ctx;
  if (actor.kind === "cached key") {
    requireRight(actor, right);
    return { actor, keyId: actor.keyId };
  }
  const asked = requireAccount(ctx, right);
  return { actor: asked.actor, keyId: asked.actor.kind === "key" ? asked.actor.keyId : null };
}

/** Like requireChange, in the same way. */
export function requireVerifiableChange(ctx: Context, right: KeyRight) {
  const asked = requireVerifiableAccount(ctx, right);
  refuseReadOnly(asked.actor);
  return asked;
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
  const { actor, keyId } = requireVerifiableChange(ctx, "tasks");
  const suppliedBy = actor.kind === "person" ? `user ${actor.userId}` : `key ${actor.keyId}`;
  return { accountId: actor.accountId, keyId, linkId: null, suppliedBy };
}

/** Who may answer a wait, for functions whose statements do not verify a cached key. */
export function requireCheckedAnswerer(ctx: Context, input: { taskId: number; name: string }) {
  if (ctx.actor.kind !== "answer link") requireChange(ctx, "tasks");
  return requireAnswerer(ctx, input);
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
  if (ctx.actor.kind !== "link") return requireAccount(ctx, "stats").actor.accountId;
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
export function requireSession(ctx: Context): PersonContext {
  if (ctx.actor.kind !== "person") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx as PersonContext;
}

export function requireWorker(ctx: Context): WorkerContext {
  if (ctx.actor.kind !== "worker") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx as WorkerContext;
}

/** The operator on the machine itself, or maintenance. */
export function requireSystem(ctx: Context): void {
  if (ctx.actor.kind !== "system") throw new DomainError("ERROR_ACCESS_DENIED");
}
