import type { Db } from "@gatepost/db/connect";
import type { ObjectStore } from "@gatepost/db/object-store/object-store";
import type { Actor } from "./actor.ts";
import type { Batch } from "./coalesce.ts";
import { type Facts, log } from "./log.ts";
import type { Settings } from "./settings.ts";
import type { Vault } from "./vault.ts";

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
