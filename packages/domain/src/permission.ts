import type { Actor, Context } from "./context.ts";
import { DomainError } from "./errors.ts";

export type KeyContext = Context<Extract<Actor, { kind: "key" }>>;
export type WorkerContext = Context<Extract<Actor, { kind: "worker" }>>;

/** The account that asks. Keys only: nobody else calls the JSON methods. */
export function requireAccount(ctx: Context): KeyContext {
  if (ctx.actor.kind !== "key") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx as KeyContext;
}

/** An account that may change something: a read-only key may not. */
export function requireChange(ctx: Context): KeyContext {
  const asked = requireAccount(ctx);
  if (asked.actor.readOnly)
    throw new DomainError("ERROR_ACCESS_DENIED", "This key is read-only. Use a key that may change something.");
  return asked;
}

export function requireWorker(ctx: Context): WorkerContext {
  if (ctx.actor.kind !== "worker") throw new DomainError("ERROR_ACCESS_DENIED");
  return ctx as WorkerContext;
}

/** The operator on the machine, or housekeeping. */
export function requireSystem(ctx: Context): void {
  if (ctx.actor.kind !== "system") throw new DomainError("ERROR_ACCESS_DENIED");
}
