import { connect } from "@gatepost/db/connect";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { readAppSettings, readDatabaseSettings } from "@gatepost/domain/platform/settings";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { takeVariable } from "@gatepost/domain/waits/take-variable";
import { someSolution } from "./test-worker.ts";

/**
 * A worker's process without a browser: claims a few tasks at a time, takes the code of each and ends it, until its
 * parent goes.
 */
const { databaseUrl, secret } = readDatabaseSettings(process.env);
const db = connect(databaseUrl, { applicationName: "gatepost worker" });
const app = openAppContext({ db, secret, settings: readAppSettings(process.env) });
const { workerId } = await registerWorker({ ctx: { ...app, actor: { kind: "system" } }, input: { slots: 4 } });
const ctx = { ...app, actor: { kind: "worker", workerId } } as const;

// Otherwise its tasks would be taken from it once its lease has expired.
new ServiceClock({ beat: (seen) => heartbeat({ ctx, input: { seen } }), report: () => {} });

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
    }),
  );
  if (tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
