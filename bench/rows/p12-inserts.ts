import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { cpuOf } from "../cpu.ts";
import type { BenchInstallation } from "../lab.ts";

const table = "one_number";
const everyMs = 25;

/**
 * The floor of row P12's CPU: transactions that insert one number each, by a prepared statement, as long as `work` goes on.
 * Returns milliseconds of PostgreSQL's CPU for each.
 */
export async function insertBeside({ adminEnv }: BenchInstallation, work: () => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: adminEnv.DATABASE_URL });
  await client.connect();
  try {
    await client.query(`create table if not exists ${table} (n int)`);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid ?? Number.NaN;
    const insert = () => client.query({ name: table, text: `insert into ${table} values ($1)`, values: [1] });
    await insert();
    const before = cpuOf(pid);
    let [inserts, isOver] = [0, false];
    const insertOn = async () => {
      while (!isOver) {
        await insert();
        inserts += 1;
        await sleep(everyMs);
      }
    };
    const working = work().finally(() => {
      isOver = true;
    });
    await Promise.all([working, insertOn()]);
    return (cpuOf(pid) - before) / inserts;
  } finally {
    await client.end();
  }
}
