import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { browsersFor, programOf } from "../browsers.ts";
import { type ProgramCpu, programCpu } from "../control-group.ts";
import type { Finding } from "../findings.ts";
import type { Script, Scripted } from "../floors/playwright-script.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { SignInTasks } from "./sign-in-tasks.ts";

const slots = 4;

/** The built-in sign-in with 2FA at the demo's site by the worker, beside a Playwright script of the same steps, in each engine. */
export async function signInRow(lab: Lab): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines) {
    await using installation = await lab.newInstallation(`p7${engine}`);
    findings.push(...(await signInIn(engine, lab, installation)));
  }
  return findings;
}

async function signInIn(engine: Engine, lab: Lab, installation: BenchInstallation): Promise<Finding[]> {
  const site = await startSite();
  try {
    const reach = { GATEPOST_EGRESS_ALLOW: new URL(site.url).host };
    await using web = await installation.startWeb("direct", reach);
    await using worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...(await browsersFor(engine)),
      ...reach,
      WORKER_SLOTS: String(slots),
    });
    await using script = await start("floors/playwright-script.ts", { PROGRAM: await programOf(engine) });
    using workerCpu = programCpu(worker.pid);
    using scriptCpu = programCpu(script.pid);
    const tasks = await SignInTasks.open(installation, web, site.url);
    const handwritten = (count: number, at: number) =>
      script.ask<Scripted>({ url: `${site.url}/login`, code: rightCode, tasks: count, slots: at } satisfies Script);
    const counted = async (meter: ProgramCpu, run: () => Promise<Scripted>) => {
      const before = meter.read();
      const scripted = await run();
      const { length } = scripted.each;
      return { cpu: (meter.read() - before) / length, wall: scripted.all / length };
    };

    const [single, many] = [Math.round(lab.samples / 25), Math.round(lab.samples / 9)];
    await tasks.run(2 * slots, slots);
    await handwritten(2 * slots, slots);
    const alone = await interleave(lab, { subject: () => tasks.run(single, 1), script: () => handwritten(single, 1) });
    const together = await interleave(lab, {
      subject: () => counted(workerCpu, () => tasks.run(many, many)),
      script: () => counted(scriptCpu, () => handwritten(many, slots)),
    });
    const times = (all: Scripted[]) => all.map(({ each }) => median(each));
    const opening = median(alone.script.flatMap((all) => all.opening ?? []));
    const of = (side: keyof typeof together, what: "cpu" | "wall") => together[side].map((one) => one[what]);
    const perMinute = (side: keyof typeof together) => (60_000 / median(of(side, "wall"))).toFixed(0);
    const where = engine === "shell" ? "headless shell" : "full browser";
    return [
      {
        row: "P7",
        what: `sign-in with 2FA alone, ${where}`,
        unit: "ms",
        asked: { atMost: 1 },
        subject: times(alone.subject),
        floor: times(alone.script),
        floorName: "the script",
        note: `From createTask to the task's end. Of the script's time ${opening.toFixed(0)} ms are for its browser context: the worker has one ready.`,
      },
      {
        row: "P7",
        what: `CPU of it, ${slots} at once, ${where}`,
        unit: "ms",
        asked: { atMost: 1.1 },
        subject: of("subject", "cpu"),
        floor: of("script", "cpu"),
        floorName: "the script",
        note:
          `The program with its browser${workerCpu.by === "control group" ? ", by control group" : "; there is no control group, so processes that ended are missing"}. ` +
          `${perMinute("subject")} tasks a minute, the script ${perMinute("script")}, in a browser with the same flags.`,
      },
    ];
  } finally {
    await site.close();
  }
}
