import { Command } from "commander";
import { openCommon } from "../up/separate.ts";

/** `gatepost worker`: a worker by itself. */
export function workerCommand(): Command {
  return new Command("worker")
    .description(
      "Runs one worker alone, with DATABASE_URL and GATEPOST_SECRET. Ctrl-C stops it: tasks that can be run again go back to the queue, the others get time to end.",
    )
    .addHelpText("after", "\nExample:\n  gatepost worker\n  WORKER_SLOTS=8 gatepost worker")
    .action(async () => {
      const common = openCommon(process.env, "GATEPOST_WORKER_DATABASE_URL");
      // Loaded only here, because the other commands start faster without them.
      const [{ phase }, { ensureBrowsers }, { workerProgram, workerScript }, { runProgram }, { workerUser }] =
        await Promise.all([
          import("../up/progress.mjs"),
          import("../up/chromium.ts"),
          import("../up/programs.ts"),
          import("../up/run-program.ts"),
          import("../up/worker-user.ts"),
        ]);
      const browsers = await phase("looking for browsers", (say) => ensureBrowsers({ log: say }));
      const { dataDir } = common.settings;
      const as = workerUser({ script: workerScript, browsers, dataDir }, console.log);
      process.exitCode = await runProgram(workerProgram({ ...common, browsers, as }));
    });
}
