import { accountCommand, emailCommand } from "./commands/account.ts";
import { appCommand } from "./commands/app.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { balanceCommand, callCommand } from "./commands/call.ts";
import { completionCommand } from "./commands/completion.ts";
import { checkCommand, correctCommand, refundCommand } from "./commands/corrections.ts";
import { demoCommand } from "./commands/demo.ts";
import { envCommand } from "./commands/env.ts";
import { inboundCommand } from "./commands/inbound.ts";
import { keyCommand } from "./commands/key.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { secretCommand } from "./commands/secret.ts";
import { sessionCommand } from "./commands/session.ts";
import { mcpCommand, restartWorkerCommand, upCommand, webCommand, workerCommand } from "./commands/start.ts";
import { statsCommand } from "./commands/stats.ts";
import { taskCalls } from "./commands/task.ts";
import { listAll } from "./commands/task-lists.ts";
import { templateCommand } from "./commands/template.ts";
import { userCommand } from "./commands/user.ts";
import { pushCommand } from "./commands/waits.ts";
import { callbackCommand, eventCommand } from "./commands/webhooks.ts";
import { runProgram } from "./run-program.ts";

/** Every command has a file in commands/ and a line here. */
const commands = [
  upCommand,
  webCommand,
  workerCommand,
  restartWorkerCommand,
  migrateCommand,
  demoCommand,
  envCommand,
  accountCommand,
  userCommand,
  keyCommand,
  callbackCommand,
  emailCommand,
  eventCommand,
  inboundCommand,
  appCommand,
  templateCommand,
  taskCommand,
  balanceCommand,
  callCommand,
  pushCommand,
  mcpCommand,
  statsCommand,
  refundCommand,
  correctCommand,
  checkCommand,
  backupCommand,
  restoreCommand,
  secretCommand,
  sessionCommand,
  completionCommand,
];

function taskCommand() {
  return taskCalls()
    .description("Tasks, over HTTP with the account's key; list-all is the operator's.")
    .addCommand(listAll());
}

/** Runs `gatepost` of a checkout, which has the operator's commands too. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  await runProgram(
    "Runs and serves Gatepost.",
    commands.map((command) => command()),
    args,
  );
}
