import { setTimeout as sleep } from "node:timers/promises";
import type { Solution } from "@gatepost/contract/solution";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { readAppSettings, readDatabaseSettings } from "@gatepost/domain/platform/settings";
import { emptySolution } from "@gatepost/domain/platform/testing";
import { beginStep } from "@gatepost/domain/tasks/begun-steps";
import { type ClaimedTask, claimTasks, Rotation } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { openContainer } from "../../apps/worker/src/container.ts";
import { NotificationHub } from "../../apps/worker/src/runtime/notification-hub.ts";
import { Progress } from "../../apps/worker/src/runtime/progress.ts";
import { begunSteps } from "../../apps/worker/src/runtime/task-record.ts";
import { answerQuestions } from "../helper.ts";

export interface Shift {
  slots: number;
  /** How long a task takes at its site, instead of a browser. */
  siteMs: number;
  /** The steps that it begins, recorded as the worker records them; none if absent. The fourth may submit something. */
  steps?: number;
}

/** The worker's own container, claims and ends, without a browser: on request, it works until nothing is queued. */
const solution: Solution = {
  ...emptySolution,
  url: "https://example.org/welcome",
  domain: "example.org",
  cookies: { session: "5a63acaf" },
  texts: { page: "Welcome, Ada" },
};
const notifications = new NotificationHub();
const settings = { ...readDatabaseSettings(process.env), app: readAppSettings(process.env) };
const { app } = openContainer(settings, notifications);

async function work({ slots, siteMs, steps = 0 }: Shift): Promise<number> {
  const system = { ...app, actor: { kind: "system" } } as const;
  const { workerId } = await registerWorker({ ctx: system, input: { slots } });
  const ctx = { ...app, actor: { kind: "worker", workerId } } as const;
  const rotation = new Rotation();
  const running = new Set<Promise<void>>();
  const clock = new ServiceClock({
    beat: (seen) => heartbeat({ ctx, input: { seen, busy: running.size } }),
    report: (change) => console.error(JSON.stringify(change)),
  });
  const never = new AbortController().signal;
  let ended = 0;

  async function run({ taskId, accountId, fence }: ClaimedTask): Promise<void> {
    if (siteMs > 0) await sleep(siteMs);
    const held = { taskId, accountId, fence };
    const progress = new Progress(async (begun) => {
      const ours = await beginStep({ ctx, input: { ...held, begun: begunSteps(begun) } });
      if (!ours) throw new Error(`Task ${taskId} was lost.`);
    });
    for (let step = 1; step <= steps; step++) {
      const visit = { step: { type: "PAUSE", seconds: { permanent: 0 } } as const, path: [step - 1], runs: [] };
      await progress.begin(visit, step === 4);
      if (step === 4) await progress.submittable();
    }
    const { status } = await progress.recordedAtEnd((begun) =>
      finishTask({ ctx, input: { ...held, outcome: { ready: solution }, begun: () => begunSteps(begun) } }),
    );
    if (status !== "ended") throw new Error(`Task ${taskId} was to end, and was ${status}.`);
    ended++;
  }

  for (;;) {
    const free = slots - running.size;
    const tasks = await claimTasks({ ctx, input: { limit: free, rotation } });
    for (const task of tasks) {
      const one = run(task).finally(() => {
        running.delete(one);
        notifications.queued.notify();
      });
      running.add(one);
    }
    if (free > 0 && tasks.length === 0 && running.size === 0) break;
    await notifications.queued.wait(never, 1_000);
  }
  await clock.stop();
  return ended;
}

answerQuestions(work);
