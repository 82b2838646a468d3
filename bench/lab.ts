import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@gatepost/contract/browser-settings";
import { numberTypes } from "@gatepost/db/connect";
import { type EmbeddedUrls, embeddedUrls } from "@gatepost/db/embedded/address";
import { type Embedded, startEmbedded } from "@gatepost/db/embedded/embedded";
import { migrate } from "@gatepost/db/migration/migrate";
import { prepareRoles } from "@gatepost/db/roles/prepare-roles";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import pg from "pg";
import { openOperator } from "../tests/factories.ts";
import { browsersFor } from "./browsers.ts";
import { cpuOf, cpuOfMachine } from "./cpu.ts";
import { emit } from "./helper.ts";
import type { Job, Outcome } from "./load.ts";
import { type Program, start } from "./program.ts";

const secret = "a secret that is only used by the bench";
const connections = 32;
const prefix = "gatepost-bench-";

export type Lab = Awaited<ReturnType<typeof openLab>>;
export type BenchInstallation = Awaited<ReturnType<typeof openInstallation>>;
export type Load = Pick<Job, "calls" | "expects"> & Partial<Pick<Job, "connections">>;

export interface Measured {
  /** Correct responses per second. */
  rate: number;
  succeeded: number;
  /** Milliseconds from call to response. */
  p50: number;
  p99: number;
  /** Microseconds of CPU per call, of the program that answers and of PostgreSQL. */
  cpu: { program: number; postgres: number };
  /** The share of the machine's CPU (0 to 1) in use by any program. */
  busy: number;
}

/**
 * What all rows of one run share: a durable PostgreSQL of their own, the load generator, and the length of measurements.
 * `statements`: PostgreSQL records what each statement costs, which itself has a cost.
 */
export async function openLab({ quick, statements = false }: { quick: boolean; statements?: boolean }) {
  removeLeftovers();
  const folder = join(tmpdir(), prefix + process.pid);
  mkdirSync(folder);
  // As root PostgreSQL runs as another user, who needs access to its folder.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, "postgres");
  const server = await startServer(dataDir, statements);
  /** The process id of the PostgreSQL server of all installations. */
  const postmaster = Number(readFileSync(join(dataDir, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
  const generator = await start("load.ts");
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ version: string }>("select split_part(version(), ' on ', 1) as version");

  /** The part of the machine's CPU (0 to 1) that other programs took while load was measured, each time. */
  const others: number[] = [];
  const spent = (program: Program) => {
    const { spent: machine, had } = cpuOfMachine();
    const [answering, sending] = [cpuOf(program.pid), cpuOf(generator.pid)];
    return { program: answering, postgres: cpuOf(postmaster), generator: sending, machine, had };
  };
  /** How often each side is measured, seconds of one measurement under load, and samples of one of latency. */
  const length = quick ? { rounds: 1, seconds: 2, samples: 100 } : { rounds: 3, seconds: 4, samples: 300 };

  return {
    ...length,
    postgres: rows[0]?.version ?? "",
    /** A database of its own for a row, as an installation has it after its first start. */
    async newInstallation(name: string) {
      await admin.query(`create database ${name}`);
      const url = new URL(server.adminUrl);
      url.pathname = `/${name}`;
      return openInstallation(embeddedUrls(url.href));
    },
    others,
    postmaster,
    /** Shows a line to the person who waits. */
    say: (line: string) => emit({ line }),
    /** Sends calls, by default over 32 connections. Throws if a response is not the expected one. */
    async load(program: Program, load: Load, seconds = length.seconds): Promise<Measured> {
      const before = spent(program);
      const job: Job = { port: program.port, connections, seconds, ...load };
      const { succeeded, failed, complaint, p50, p99, ...outcome } = await generator.ask<Outcome>(job);
      if (failed > 0) throw new Error(`${failed} of ${succeeded + failed} answers were wrong, such as: ${complaint}`);
      const after = spent(program);
      const during = (of: keyof typeof after) => after[of] - before[of];
      others.push((during("machine") - during("program") - during("postgres") - during("generator")) / during("had"));
      const cpu = {
        program: (during("program") * 1_000) / succeeded,
        postgres: (during("postgres") * 1_000) / succeeded,
      };
      const busy = during("machine") / during("had");
      return { rate: succeeded / outcome.seconds, succeeded, p50, p99, cpu, busy };
    },
    async [Symbol.asyncDispose]() {
      await generator[Symbol.asyncDispose]();
      await admin.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(dataDir: string, statements: boolean): Promise<Embedded> {
  const server = await startEmbedded({ dataDir });
  if (!statements) return server;
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await client.query("alter system set pg_stat_statements.track_planning = on");
  await client.end();
  await server.stop();
  return startEmbedded({ dataDir });
}

/** A migrated database with its operator, who creates accounts and applications by the product's own functions. */
async function openInstallation(database: EmbeddedUrls) {
  await prepareRoles(database.adminUrl, database);
  await migrate(database.url);
  const operator = openOperator({ database, secret });
  // Not the product's pool, which cancels long statements. As the superuser, who may also read the tables of the floors.
  const own = new pg.Client({ connectionString: database.adminUrl, types: numberTypes });
  await own.connect();
  await installBuiltInTemplates({ ctx: operator });
  type Env = Record<string, string>;
  const env: Env = {
    DATABASE_URL: database.webUrl,
    GATEPOST_SECRET: secret,
    ...noBacklogLimits,
    GATEPOST_RATE_LIMIT: "off",
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    WEB_CONCURRENCY: "1",
  };
  const workerEnv: Env = { ...env, DATABASE_URL: database.workerUrl };
  return {
    operator,
    /** Of the product's web server: without limits, so that only work is measured. */
    env,
    /** The same for a worker, with its role. */
    workerEnv,
    /** For programs that are not the product's, and create their own tables: with the superuser. */
    adminEnv: { ...env, DATABASE_URL: database.adminUrl } as Env,
    /** The product's web server, serving the JSON methods on the fast path or by route handlers. */
    startWeb: (path: "direct" | "next", more: Env = {}) =>
      start("../apps/web/server.ts", { ...env, GATEPOST_FAST_PATH: path === "direct" ? "on" : "off", ...more }),
    /** The product's worker, whose tasks run in the engine, or else in the default one. They do not outlast it. */
    startWorker: async (engine: Engine | undefined, more: Env) =>
      start("../apps/worker/src/main.ts", {
        ...workerEnv,
        ...(await browsersFor(engine)),
        GATEPOST_DRAIN_SECONDS: "0",
        ...more,
      }),
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
      (await own.query<Row>(text, values)).rows,
    async [Symbol.asyncDispose]() {
      await own.end();
      await operator.close();
    },
  };
}

/** A run that was killed leaves its folder; its server has ended with it. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
