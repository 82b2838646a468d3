import type { StepOf } from "@gatepost/contract/steps";
import { heartbeat } from "@gatepost/domain/clock/heartbeat";
import { ServiceClock } from "@gatepost/domain/clock/service-clock";
import { readDoorKeys, readGroundSettings } from "@gatepost/domain/settings";
import { type ClaimedTask, claimTasks } from "@gatepost/domain/task/claim-tasks";
import { registerWorker } from "@gatepost/domain/worker/register-worker";
import { awaitValue } from "../../apps/worker/src/await-value.ts";
import { openContainer } from "../../apps/worker/src/container.ts";
import { WakeUps } from "../../apps/worker/src/wake-ups.ts";
import { answerQuestions, tell } from "../helper.ts";
import type { Taken } from "../rows/waiting.ts";

/**
 * The worker's own container, wake-ups and wait, without a browser: asked for a number, it claims so many tasks, enters
 * their waits, and answers when the waits are on disk. Tells of each value the moment that it has it.
 */
const wakeUps = new WakeUps();
const settings = { ...readDoorKeys(process.env), ground: readGroundSettings(process.env) };
const { ground } = openContainer(settings, wakeUps);
const { workerId } = await registerWorker({ ctx: { ...ground, actor: { kind: "system" } }, input: { slots: 1_000 } });
const ctx = { ...ground, actor: { kind: "worker", workerId } } as const;
const clock = new ServiceClock({
  async beat(seen) {
    const beat = await heartbeat({ ctx, input: { seen } });
    wakeUps.ringAll();
    return beat;
  },
  report: (change) => console.error(JSON.stringify(change)),
});

async function enterWaits(count: number): Promise<void> {
  for (let claimed = 0; claimed < count; ) {
    const tasks = await claimTasks({ ctx, input: { limit: count - claimed } });
    claimed += tasks.length;
    await Promise.all(tasks.map(enterWait));
  }
}

function enterWait(task: ClaimedTask): Promise<void> {
  const step = task.steps.find(({ type }) => type === "WAIT_FOR_VARIABLE_VALUE") as StepOf<"WAIT_FOR_VARIABLE_VALUE">;
  const signal = new AbortController().signal;
  return new Promise((onWait, reject) => {
    const wait = { ctx, task, step, timeoutSeconds: 300, wakeUps, clock, signal, onWait, tooLate: "No value came." };
    awaitValue(wait).then((value) => {
      tell({ id: task.taskId, value, at: process.hrtime.bigint().toString() } satisfies Taken);
    }, reject);
  });
}

answerQuestions(enterWaits);
