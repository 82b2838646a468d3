import type { Context } from "@gatepost/domain/platform/context";
import type { Container } from "./container.ts";

/** On globalThis, because two copies of this module exist in one process: Next.js bundles one, server.ts does not. */
const opened = globalThis as { [key]?: Container };
const key = Symbol.for("gatepost.web.container");

export function setContainer(container: Container): void {
  opened[key] = container;
}

/**
 * What server.ts has opened. Next.js's bundle must not have the code that opens it: each of nine routes had a copy, half of the
 * server's JavaScript.
 */
export function getContainer(): Container {
  const container = opened[key];
  if (!container)
    throw new Error("Pages and methods are served by apps/web/server.ts only, which opens what they need.");
  return container;
}

/** A visitor of a public page. */
export const visitor = (): Context<{ kind: "visitor" }> => ({ ...getContainer().app, actor: { kind: "visitor" } });
