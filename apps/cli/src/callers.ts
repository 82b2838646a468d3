import { balanceCommand, callCommand } from "./commands/call.ts";
import { secretCalls } from "./commands/secret.ts";
import { sessionCommand } from "./commands/session.ts";
import { statsCalls } from "./commands/stats.ts";
import { pushCommand, taskCalls } from "./commands/task.ts";
import { templateCalls } from "./commands/template-calls.ts";
import { failWithoutOutput, runProgram } from "./run-program.ts";

/** `gatepost` of the npm package: the callers' commands alone, which packages/client/build.ts puts into one file. */
failWithoutOutput();
await runProgram(
  "Calls an installation of Gatepost: GATEPOST_URL and GATEPOST_KEY, or --server and --key.",
  [
    taskCalls(),
    pushCommand(),
    templateCalls(),
    statsCalls(),
    balanceCommand(),
    secretCalls(),
    sessionCommand(),
    callCommand(),
  ],
  process.argv.slice(2),
);
