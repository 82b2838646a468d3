import { setTimeout as sleep } from "node:timers/promises";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { ask } from "./standby.ts";
import { openCuttable } from "./wire.ts";

/** How long the loops are watched while a statement of theirs fails. */
const watchedSeconds = size(5, 120);

const { installation, relay, database } = await openCuttable({ worker: true });
const databaseUrl = database.url;

/** Makes a kind of statement fail until it is called again with null. */
async function fail(statement: string, sqlState: string | null): Promise<void> {
  await ask(databaseUrl, `drop trigger if exists broken on ${statement.split(" on ")[1]}`);
  if (sqlState === null) return;
  await ask(
    databaseUrl,
    `create or replace function broken() returns trigger language plpgsql as
       $$ begin raise exception 'broken' using errcode = '${sqlState}'; end $$`,
  );
  await ask(databaseUrl, `create trigger broken before ${statement} for each statement execute function broken()`);
}

interface Case {
  /** What fails. */
  statement: string;
  /** The loops that meet it, by the application's name. */
  loops: Record<"gatepost web" | "gatepost worker", string[]>;
  /** What makes the loops meet it: they run these statements only if a heartbeat finds something to do. */
  first?: string;
  /** How many registrations of workers `first` leads to. */
  registrations?: number;
}

/** A task that waits in the queue, and one of a worker that has ended. They are deleted before they can be run. */
const queuedAndLost = `
  insert into task (id, account_id, template_version_id, website_url, price, address) values (1, 1, 1, '', 1, '');
  with ended as (insert into worker (slots, lease_tick, ended_at) values (1, 0, now()) returning id)
  insert into task (id, account_id, template_version_id, website_url, price, address, state, worker_id)
  select 2, 1, 1, '', 1, '', 'running', id from ended`;
const dueCallback = `
  insert into task (id, account_id, template_version_id, website_url, price, address, state, ended_at)
  values (3, 1, 1, '', 1, '', 'ready', now());
  insert into delivery (task_id, account_id) values (3, 1)`;
const withdraw = "delete from delivery; delete from task; delete from worker where lease_tick = 0";

const cases: Case[] = [
  {
    statement: "update on task",
    first: queuedAndLost,
    loops: { "gatepost web": ["recovery"], "gatepost worker": ["recovery", "claims"] },
  },
  {
    statement: "update on service_clock",
    loops: { "gatepost web": ["heartbeat"], "gatepost worker": ["heartbeat"] },
  },
  {
    statement: "update on worker",
    loops: { "gatepost web": ["recovery"], "gatepost worker": ["recovery", "heartbeat"] },
  },
  {
    statement: "insert on worker",
    first: "update worker set ended_at = now()",
    registrations: 1,
    loops: { "gatepost web": [], "gatepost worker": ["registration"] },
  },
  {
    statement: "update on delivery",
    first: dueCallback,
    loops: { "gatepost web": [], "gatepost worker": ["callbacks"] },
  },
];
/** A fault of the statement, and a server that lacks something, which the loops meet in the same place. */
const states = ["P0001", "53100"];

test.each(cases.flatMap((one) => states.map((state) => [one.statement, state, one] as const)))(
  "R21: while each %s fails with %s, no loop tries it more than once a second, and no row is left behind",
  async (statement, state, { loops, first, registrations = 0 }) => {
    await expect.poll(() => ready()).toBe(true);
    const workers = await countWorkers();
    await fail(statement, state);
    if (first) await ask(databaseUrl, first);
    // Of several processes, the one that advances the clock at a tick does that tick's recovery, which may be the same each time.
    const own = Object.entries(loops).filter(([, met]) => met.some((loop) => loop !== "recovery"));
    for (const [name] of own) {
      const before = relay.errors.get(name) ?? 0;
      await expect.poll(() => relay.errors.get(name) ?? 0).toBeGreaterThan(before);
    }
    const before = new Map(relay.errors);
    const from = performance.now();
    await sleep(watchedSeconds * 1_000);
    const seconds = (performance.now() - from) / 1_000;
    for (const [name, met] of Object.entries(loops)) {
      const attempts = (relay.errors.get(name) ?? 0) - (before.get(name) ?? 0);
      expect(attempts, `${name}: ${met.join(", ")}`).toBeLessThanOrEqual(met.length * (seconds + 1));
    }
    await ask(databaseUrl, withdraw);
    await fail(statement, null);
    await expect.poll(() => ready()).toBe(true);
    expect(await countWorkers()).toBe(workers + registrations);
  },
  watchedSeconds * 1_000 + 180_000,
);

async function ready(): Promise<boolean> {
  return (await fetch(`${installation.url}/readyz`)).ok;
}

async function countWorkers(): Promise<number> {
  const [row] = await ask<{ n: number }>(databaseUrl, "select count(*)::int as n from worker");
  return row?.n ?? 0;
}
