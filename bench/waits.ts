import pg from "pg";

const everyMs = 20;

/** What the product's connections were doing, as shares (0 to 1) of all active ones, the most frequent first. */
export type Waits = [what: string, part: number][];

/** Samples every 20 ms what the connections of a database do, until its results are requested. */
export async function watchWaits(databaseUrl: string): Promise<() => Promise<Waits>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "gatepost bench" });
  await client.connect();
  const seen = new Map<string, number>();
  let over = false;
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query<{ at: string }>({ name: "waits", text: lookup });
      for (const { at } of rows) seen.set(at, (seen.get(at) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await client.end();
  })();
  return async () => {
    over = true;
    await watching;
    const all = [...seen.values()].reduce((sum, n) => sum + n, 0);
    return [...seen].map(([what, n]): [string, number] => [what, n / all]).toSorted(([, a], [, b]) => b - a);
  };
}

const lookup = `
  select case wait_event_type when 'Lock' then 'row locks' when 'LWLock' then 'inner locks (' || wait_event || ')'
              when 'IO' then 'disk (' || wait_event || ')' when 'Client' then 'the client' else coalesce(wait_event, 'CPU') end as at
    from pg_stat_activity
   where datname = current_database() and state = 'active' and application_name <> 'gatepost bench'`;

/** The first few, as text. */
export function waitsNote(waits: Waits): string {
  const parts = waits.slice(0, 4).map(([what, part]) => `${what} ${Math.round(part * 100)} %`);
  return parts.length > 0 ? `PostgreSQL's connections at work were at: ${parts.join(", ")}.` : "";
}
