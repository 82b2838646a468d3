import { connect } from "@gatepost/db/connect";
import type { Context, Ground } from "@gatepost/domain/context";
import { openGround } from "@gatepost/domain/ground";
import type { House } from "./endpoint.ts";
import { rateLimiter, unlimited } from "./rate-limit.ts";
import { readSettings } from "./settings.ts";

/** Well below the half minute in which we must work again after connections went half open. */
const queryTimeout = 15_000;

export interface Container extends House {
  close(): Promise<void>;
}

/** On globalThis, because two copies of this module live in one process: Next bundles, server.ts does not. */
const place = globalThis as { [container]?: Container };
const container = Symbol.for("gatepost.web.container");

/** What this process has once, opened at its first use: the database, its secrets, its limits. */
export function openContainer(): Container {
  place[container] ??= open();
  return place[container];
}

/** Somebody who looks at a public page. */
export function visitor(): Context<{ kind: "visitor" }> {
  return { ...openContainer().ground, actor: { kind: "visitor" } };
}

function open(): Container {
  const { databaseUrl, secret, rate, ground: settings } = readSettings(process.env);
  const db = connect(databaseUrl, { applicationName: "gatepost web", queryTimeout });
  const ground: Ground = openGround({ db, secret, settings });
  const limiter = rate ? rateLimiter(rate, ground) : unlimited;
  return { ground, limiter, close: db.close };
}
