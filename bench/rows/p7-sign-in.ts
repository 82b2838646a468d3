import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { engineNames, programOf } from "../browsers.ts";
import { type ProgramCpu, programCpu } from "../control-group.ts";
import type { Finding } from "../findings.ts";
import type { Script, Scripted } from "../floors/playwright-script.ts";
import type { Lab } from "../lab.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { BrowserTasks, openAtDemoSite } from "./browser-tasks.ts";

const slots = 4;

/** The built-in sign-in with 2FA at the demo's site by the worker, beside a Playwright script of the same steps, in each engine. */
export async function signInRow(lab: Lab): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines) findings.push(...(await signInIn(engine, lab)));
  return findings;
}

async function signInIn(engine: Engine, lab: Lab): Promise<Finding[]> {
  await using opened = await openAtDemoSite(lab, `p7${engine}`, { engine, worker: { WORKER_SLOTS: String(slots) } });
  const { installation, web, worker, site } = opened;
  await using script = await start("floors/playwright-script.ts", { PROGRAM: await programOf(engine) });
  using workerCpu = programCpu(worker.pid);
  using scriptCpu = programCpu(script.pid);
  const tasks = await BrowserTasks.signIns(installation, web, site.url);
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
  const perMinute = (side: keyof typeof together) => of(side, "wall").map((wall) => 60_000 / wall);
  const where = engineNames[engine];
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
        "The script runs in a browser with the same flags.",
    },
    {
      row: "P7",
      what: `tasks a minute, ${slots} at once, ${where}`,
      unit: "/min",
      subject: perMinute("subject"),
      floor: perMinute("script"),
      floorName: "the script",
    },
  ];
}
