import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { engineNames } from "../browsers.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { memoryOf, memoryOfKind, memoryOfTree } from "../memory.ts";
import { BrowserTasks, openAtDemoSite } from "./browser-tasks.ts";

const count = 50;

/** What the browsers of a worker hold for a task that waits for its code: the built-in sign-in with 2FA at the demo's site. */
export async function waitingMemoryRow(lab: Lab): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines) findings.push(await waitingIn(engine, lab));
  return findings;
}

async function waitingIn(engine: Engine, lab: Lab): Promise<Finding> {
  const env = { WORKER_SLOTS: "4", WORKER_WAITING_PER_ACCOUNT: String(count) };
  await using opened = await openAtDemoSite(lab, `p13${engine}`, { engine, worker: env });
  const { installation, web, worker, site } = opened;
  const tasks = await BrowserTasks.signIns(installation, web, site.url);
  await tasks.run(4, 4);
  const browsers = () => memoryOfTree(worker.pid).pss - memoryOf(worker.pid).pss;
  const idle = browsers();
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await tasks.create());
  await tasks.waiting(ids);
  // Until their pictures are taken and what loading left behind is collected, or for a minute.
  let waiting = browsers();
  for (let second = 0, last = Number.NaN; second < 60 && Math.abs(waiting - last) > 5; second += 5) {
    last = waiting;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    waiting = browsers();
  }
  const own = memoryOf(worker.pid).pss;
  const renderers = memoryOfKind(worker.pid, "renderer");
  const gpu = memoryOfKind(worker.pid, "gpu-process");
  await Promise.all(ids.map((taskId) => tasks.push(taskId)));
  await tasks.ended(ids);
  return {
    row: "P13",
    what: `memory per waiting task, ${count} waiting, ${engineNames[engine]} (PSS)`,
    unit: "MB",
    subject: [waiting / count],
    asked: { atMost: 21 },
    note:
      `All browsers ${Math.round(waiting)} MB, ${Math.round(idle)} MB without waiting tasks; the worker itself ${Math.round(own)} MB. ` +
      `${renderers.count} renderers take ${(renderers.pss / renderers.count).toFixed(1)} MB each, ` +
      `${gpu.count} GPU processes ${Math.round(gpu.pss)} MB, all other processes ${Math.round(waiting - renderers.pss - gpu.pss)} MB.`,
  };
}
