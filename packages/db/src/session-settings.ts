import pg from "pg";

/** Prisma reads and writes timestamps without an offset, so the session's time zone must be UTC. */
export const required = (statementTimeout: number) => [
  `SET statement_timeout = ${statementTimeout}`,
  "SET TIME ZONE 'UTC'",
];

/**
 * Typed statements are planned once per connection rather than at each call, because planning a batch costs more than
 * running it. The costs are those of memory or an SSD: at the default of 4 the planner reads small tables whole,
 * including dead rows. Such a plan, made while a table was nearly empty, would go on reading the whole table later, so
 * plans use an index wherever there is one. (Up to PostgreSQL 17 a plan without an index then looks so costly that it
 * would be compiled first, hence no `jit`.) Prisma's queries have other connections, without these settings, because
 * they suit any plan.
 */
export const planning = [
  "SET plan_cache_mode = force_generic_plan",
  "SET random_page_cost = 1.1",
  "SET enable_seqscan = off",
  "SET jit = off",
];

/**
 * Makes the settings of a session, in one round trip. A server that refuses one of the optional ones, such as a
 * distributed engine without the planner of PostgreSQL, gets each alone and keeps those that it knows.
 */
export async function makeSettings(
  client: pg.ClientBase,
  wanted: readonly string[],
  optional: readonly string[] = [],
): Promise<void> {
  try {
    await client.query([...wanted, ...optional].join("; "));
    return;
  } catch (error) {
    if (optional.length === 0 || !(error instanceof pg.DatabaseError)) throw error;
  }
  await client.query(wanted.join("; "));
  for (const setting of optional)
    await client.query(setting).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
}
