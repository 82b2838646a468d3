import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import pg from "pg";
import { rightCode } from "../apps/cli/src/demo-site/accounts.ts";
import { programCpu } from "./control-group.ts";
import { start } from "./program.ts";
import { taskBody } from "./rows/task-calls.ts";

const slots = 4;
const pollMs = 250;

export interface SignIns {
  /** Milliseconds from the first createTask to the last end, divided by the tasks. */
  wall: number;
  /** Milliseconds of CPU of the worker with its browsers, per task. */
  cpu: number;
}

/** An installation of some checkout, reached only by what every version has: its programs, commands and JSON methods. */
interface SignInInstallation extends AsyncDisposable {
  run(tasks: number): Promise<SignIns>;
}

interface Options {
  /** The checkout's folder, whose packages are installed and whose web app is built. */
  folder: string;
  /** As the superuser. */
  adminUrl: string;
  database: string;
  /** The demo site of this checkout, which all sides visit. */
  siteUrl: string;
  /** Which browsers the worker is offered. */
  browsers: Record<string, string>;
}

/** Installs the checkout in a database of its own, and starts its web server and a worker with four slots. */
export async function installForSignIns(options: Options): Promise<SignInInstallation> {
  const { folder, adminUrl, database, siteUrl, browsers } = options;
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const env = {
    DATABASE_URL: url.href,
    GATEPOST_SECRET: randomBytes(24).toString("hex"),
    ...noBacklogLimits,
    GATEPOST_RATE_LIMIT: "off",
    GATEPOST_EGRESS_ALLOW: new URL(siteUrl).host,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    WEB_CONCURRENCY: "1",
    WORKER_SLOTS: String(slots),
    ...browsers,
  };
  const gatepost = async (...args: string[]) => {
    const program = [join(folder, "apps/cli/src/main.ts"), ...args, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, program, {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return JSON.parse(stdout) as { clientKey: string };
  };
  await gatepost("migrate");
  const { clientKey } = await gatepost("account", "create", "--email", "ada@example.org", "--balance", "1000");
  await using starting = new AsyncDisposableStack();
  const web = starting.use(await start(join(folder, "apps/web/server.ts"), { ...env, PORT: "0" }));
  const worker = starting.use(await start(join(folder, "apps/worker/src/main.ts"), env));
  const cpu = starting.use(programCpu(worker.pid));
  const programs = starting.move();

  const call = async <Answer>(method: string, body: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${web.port}/${method}`, {
      method: "POST",
      body: JSON.stringify({ clientKey, ...body }),
    });
    const result = (await answer.json()) as Answer & { errorId: number };
    if (result.errorId !== 0) throw new Error(`${method} was answered ${JSON.stringify(result)}`);
    return result;
  };
  const { task } = JSON.parse(taskBody(clientKey, 0)) as { task: { variables: object } };
  const variables = { ...task.variables, control_text: "Welcome, Ada" };
  /** The code is pushed at once, long before the task asks for it. */
  const create = async () => {
    const body = { task: { ...task, websiteURL: `${siteUrl}/login`, variables } };
    const { taskId } = await call<{ taskId: number }>("createTask", body);
    await call("pushAntiGateVariable", { taskId, name: "2fa_input_value", value: rightCode });
    return taskId;
  };
  const isOpen = async (taskId: number) =>
    (await call<{ status: string }>("getTaskResult", { taskId })).status === "processing";

  return {
    async run(tasks) {
      const [before, from] = [cpu.read(), performance.now()];
      let open = await Promise.all(Array.from({ length: tasks }, create));
      // The tasks end in about their order, so only the oldest are asked for.
      while (open.length > 0) {
        const states = await Promise.all(open.slice(0, slots).map(isOpen));
        open = open.filter((_, n) => states[n] ?? true);
        if (states.every(Boolean)) await sleep(pollMs);
      }
      return { wall: (performance.now() - from) / tasks, cpu: (cpu.read() - before) / tasks };
    },
    [Symbol.asyncDispose]: () => programs.disposeAsync(),
  };
}
