import { setTimeout as sleep } from "node:timers/promises";
import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { browsersFor } from "../browsers.ts";
import { programCpu } from "../control-group.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { memoryOfTree } from "../memory.ts";
import { type Program, start } from "../program.ts";
import { SignInTasks } from "./sign-in-tasks.ts";

const count = 24;
const slots = 4;

/** What a task costs a worker with its browser: the built-in sign-in with 2FA at the demo's site, in each engine. */
export async function costInChromium(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("cost_in_chromium");
  await using web = await installation.startWeb("direct", { GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" });
  const findings: Finding[] = [];
  for (const engine of engines) findings.push(await costIn(engine, lab, installation, web));
  return findings;
}

async function costIn(engine: Engine, lab: Lab, installation: BenchInstallation, web: Program): Promise<Finding> {
  const site = await startSite();
  try {
    await using worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...(await browsersFor(engine)),
      GATEPOST_EGRESS_ALLOW: "127.0.0.0/8",
      WORKER_SLOTS: String(slots),
    });
    using meter = programCpu(worker.pid);
    const tasks = await SignInTasks.open(installation, web, site.url);
    await tasks.run(slots, slots);
    const before = { worker: meter.read(), postgres: cpuOf(lab.postmaster) };
    const running = tasks.run(count, count);
    await sleep(2_000);
    const { pss } = memoryOfTree(worker.pid);
    const { all } = await running;
    const cpu = ((meter.read() - before.worker) * 1_000) / count;
    const postgres = ((cpuOf(lab.postmaster) - before.postgres) * 1_000) / count;
    const where = engine === "shell" ? "headless shell" : "full browser";
    return {
      row: "cost",
      what: `a task in the ${where}: sign-in with 2FA`,
      unit: "µs",
      subject: [cpu + postgres],
      note:
        `${Math.round(cpu / 1_000)} ms worker and browser${meter.by === "control group" ? "" : " (processes that ended are missing)"} + ` +
        `${(postgres / 1_000).toFixed(1)} ms PostgreSQL; ${slots} slots ran ${((count / all) * 60_000).toFixed(0)} tasks a minute ` +
        `and took ${Math.round(pss)} MB; a core carries ${((60 * 1_000_000) / cpu).toFixed(0)} tasks a minute.`,
    };
  } finally {
    await site.close();
  }
}
