import { connect } from "@gatepost/db/connect";
import { openGround } from "@gatepost/domain/ground";
import { readDoorKeys, readGroundSettings } from "@gatepost/domain/settings";
import { claimTasks } from "@gatepost/domain/task/claim-tasks";
import { finishTask } from "@gatepost/domain/task/finish-task";
import { takeVariable } from "@gatepost/domain/task/take-variable";
import { registerWorker } from "@gatepost/domain/worker/register-worker";
import { someSolution } from "./hands.ts";

/**
 * A worker's process without a browser: claims a few tasks at a time, takes the code of each and ends it, until its
 * parent goes. Sends the parent each task that it ended.
 */
const { databaseUrl, secret } = readDoorKeys(process.env);
const db = connect(databaseUrl, { applicationName: "gatepost worker" });
const ground = openGround({ db, secret, settings: readGroundSettings(process.env) });
const { workerId } = await registerWorker({ ctx: { ...ground, actor: { kind: "system" } }, input: { slots: 4 } });
const ctx = { ...ground, actor: { kind: "worker", workerId } } as const;

process.on("disconnect", () => process.exit());
process.send?.({ workerId });
for (;;) {
  const tasks = await claimTasks({ ctx, input: { limit: 4 } });
  await Promise.all(
    tasks.map(async ({ taskId, accountId, fence }) => {
      const code = { taskId, accountId, fence, name: "code", timeoutSeconds: 60 };
      while ((await takeVariable({ ctx, input: code })).status !== "taken")
        await new Promise((resolve) => setTimeout(resolve, 20));
      await finishTask({ ctx, input: { taskId, accountId, fence, outcome: { ready: someSolution } } });
      process.send?.({ ended: taskId });
    }),
  );
  if (tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
