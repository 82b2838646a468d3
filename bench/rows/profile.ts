import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numberTypes } from "@gatepost/db/connect";
import pg from "pg";
import type { Finding } from "../findings.ts";
import { type HotCall, hotCalls } from "../hot-calls.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { type Parts, partsOf, readProfile } from "../profile.ts";
import type { Program } from "../program.ts";
import { waitsNote, watchWaits } from "../waits.ts";

const max = 8;

/**
 * Where the time of each frequent call goes, in the web process and in PostgreSQL: written to profile.md beside the
 * results.
 */
export async function profileRow(lab: Lab): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-bench-profile-"));
  const file = join(folder, "web.cpuprofile");
  await using installation = await lab.newInstallation("profile");
  // Only the superuser can read statistics of statements.
  const admin = new pg.Client({ connectionString: installation.adminEnv.DATABASE_URL, types: numberTypes });
  await admin.connect();
  await admin.query("create extension pg_stat_statements");
  await using web = await installation.startWeb("direct", {
    NODE_OPTIONS: `--import ${new URL("../subjects/profiler.ts", import.meta.url).href}`,
    PROFILE_FILE: file,
  });
  await using programs = new AsyncDisposableStack();
  const sections: string[] = [];
  for (const call of await hotCalls(lab, installation, web, programs)) {
    if (call.program) continue;
    sections.push(await profileOf(lab, installation, admin, web, call, file));
    lab.say(`profiled ${call.name}`);
  }
  await admin.end();
  rmSync(folder, { recursive: true });
  const target = join(import.meta.dirname, "../profile.md");
  const head =
    "# Where the time of a call goes\n\nWritten by `npm run bench -- profile`; nobody edits it. Parts are of the time in which the web process did something.";
  writeFileSync(target, `${[head, ...sections].join("\n\n")}\n`);
  lab.say(`written to ${target}`);
  return [];
}

async function profileOf(
  lab: Lab,
  installation: BenchInstallation,
  admin: pg.Client,
  web: Program,
  { name, load, once }: HotCall,
  file: string,
): Promise<string> {
  if (!once) await lab.load(web, load, lab.seconds / 2);
  await admin.query("select pg_stat_statements_reset()");
  const seen = await watchWaits(installation.adminEnv.DATABASE_URL as string);
  process.kill(web.pid, "SIGUSR2");
  const { rate, cpu, busy, succeeded } = await lab.load(web, load, once ? 1 : lab.seconds);
  process.kill(web.pid, "SIGUSR2");
  const waits = await seen();
  const { functions, owners } = partsOf(await readProfile(file));
  const { rows: statements } = await admin.query<Statement>(lookup);
  const inPostgres = statements.map((one) => ({ ...one, each: (one.ms * 1_000) / succeeded }));
  return [
    `## ${name}`,
    "",
    `${Math.round(rate).toLocaleString("en-US")}/s under the profiler; ${Math.round(cpu.program)} µs web + ${Math.round(cpu.postgres)} µs PostgreSQL a call; the machine's CPU ${Math.round(busy * 100)} % in use.`,
    "",
    `* Web, by whose code: ${listOf(owners)}.`,
    `* Web, by function: ${listOf(functions)}.`,
    `* PostgreSQL, by statement: ${inPostgres.map(({ what, each, calls, wal }) => `\`${what}\` ${each.toFixed(0)} µs a call of ours (${(succeeded / calls).toFixed(1)} calls share one, ${(wal / succeeded / 1_000).toFixed(1)} KB of log a call)`).join("; ")}.`,
    `* ${waitsNote(waits) || "PostgreSQL was hardly asked."}`,
    `* The next lever: ${leverOf(owners, functions, inPostgres[0], cpu)}.`,
  ].join("\n");
}

interface Statement {
  what: string;
  ms: number;
  calls: number;
  wal: number;
}

const lookup = `
  select left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as what, total_exec_time + total_plan_time as ms, calls,
         wal_bytes::float8 as wal
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
   where d.datname = current_database() and calls > 5 and query not like '%pg_stat_%' and query not ilike 'set %'
   order by ms desc limit 4`;

function listOf(parts: Parts): string {
  return parts
    .slice(0, max)
    .map(([name, part]) => `${name} ${(part * 100).toFixed(0)} %`)
    .join(", ");
}

/** Where most can be gained: the side that costs more, and its first entry. */
function leverOf(
  owners: Parts,
  functions: Parts,
  statement: (Statement & { each: number }) | undefined,
  cpu: { program: number; postgres: number },
): string {
  if (cpu.postgres > cpu.program && statement)
    return `PostgreSQL costs more than the web process; of that most is \`${statement.what}\``;
  const [owner = "", part = 0] = owners[0] ?? [];
  const own = functions.find(([name]) => /· (?:apps|packages)\//.test(name));
  return `the web process costs more than PostgreSQL; of that ${owner} ${(part * 100).toFixed(0)} %${own ? `, and of our own code ${own[0]} (${(own[1] * 100).toFixed(0)} %)` : ""}`;
}
