import { Command, CommanderError, InvalidArgumentError } from "commander";
import { accountCommand } from "./commands/account.ts";
import { appCommand } from "./commands/app.ts";
import { backupCommand } from "./commands/backup.ts";
import { callbackCommand } from "./commands/callback.ts";
import { checkCommand } from "./commands/check.ts";
import { completionCommand } from "./commands/completion.ts";
import { correctCommand } from "./commands/correct.ts";
import { demoCommand } from "./commands/demo.ts";
import { emailCommand } from "./commands/email.ts";
import { envCommand } from "./commands/env.ts";
import { eventCommand } from "./commands/event.ts";
import { inboundCommand } from "./commands/inbound.ts";
import { keyCommand } from "./commands/key.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { pushCommand } from "./commands/push.ts";
import { refundCommand } from "./commands/refund.ts";
import { restoreCommand } from "./commands/restore.ts";
import { secretCommand } from "./commands/secret.ts";
import { sessionCommand } from "./commands/session.ts";
import { statsCommand } from "./commands/stats.ts";
import { taskCommand } from "./commands/task.ts";
import { templateCommand } from "./commands/template.ts";
import { upCommand } from "./commands/up.ts";
import { userCommand } from "./commands/user.ts";
import { webCommand } from "./commands/web.ts";
import { workerCommand } from "./commands/worker.ts";
import { errorDocument } from "./error-document.ts";
import { sentence } from "./sentence.ts";
import { withUsage, wrongUsage } from "./usage.ts";

/** Every command has a file in commands/ and a line here. */
const commands = [
  upCommand,
  webCommand,
  workerCommand,
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
  pushCommand,
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

/** Runs `gatepost` with these arguments; the process's exit code says whether it succeeded. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const program = new Command("gatepost").description("Runs and serves Gatepost.");
  for (const command of commands) program.addCommand(command());
  withUsage(program);
  let json = false;
  program.hook("preAction", (_, command) => {
    json = command.opts().json === true;
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Thrown once its sentence, or the help that was asked for, has been printed.
    if (error instanceof CommanderError && !(error instanceof InvalidArgumentError)) {
      process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
      return;
    }
    // Here and not around a command's work, because what it needs first, such as its settings, can fail too.
    if (json) console.log(JSON.stringify(errorDocument(error)));
    console.error(sentence(error));
    process.exitCode ||= 1;
  }
}
