import type { Context } from "./context.ts";
import { type Facts, log } from "./log.ts";

/** Logs what a signed-in person changed. Not what the operator did at a terminal, whose output it would be in. */
export function logChange({ actor }: Context, event: string, facts: Facts): void {
  if (actor.kind === "session") log(event, facts);
}
