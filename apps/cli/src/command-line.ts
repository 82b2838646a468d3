import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { runProgram } from "./run-program.ts";

/** Every command has a file in commands/ and a line here, which loads it. */
const commands: ReadonlyMap<string, () => Promise<CommandUnknownOpts>> = new Map(
  Object.entries({
    up: async () => (await import("./commands/start.ts")).upCommand(),
    web: async () => (await import("./commands/start.ts")).webCommand(),
    worker: async () => (await import("./commands/start.ts")).workerCommand(),
    "restart-worker": async () => (await import("./commands/start.ts")).restartWorkerCommand(),
    migrate: async () => (await import("./commands/migrate.ts")).migrateCommand(),
    demo: async () => (await import("./commands/demo.ts")).demoCommand(),
    env: async () => (await import("./commands/env.ts")).envCommand(),
    account: async () => (await import("./commands/account.ts")).accountCommand(),
    user: async () => (await import("./commands/account.ts")).userCommand(),
    key: async () => (await import("./commands/key.ts")).keyCommand(),
    callback: async () => (await import("./commands/webhooks.ts")).callbackCommand(),
    email: async () => (await import("./commands/account.ts")).emailCommand(),
    event: async () => (await import("./commands/webhooks.ts")).eventCommand(),
    inbound: async () => (await import("./commands/inbound.ts")).inboundCommand(),
    app: async () => (await import("./commands/app.ts")).appCommand(),
    template: async () => (await import("./commands/template.ts")).templateCommand(),
    task: taskCommand,
    balance: async () => (await import("./commands/call.ts")).balanceCommand(),
    call: async () => (await import("./commands/call.ts")).callCommand(),
    push: async () => (await import("./commands/task.ts")).pushCommand(),
    mcp: async () => (await import("./commands/start.ts")).mcpCommand(),
    stats: async () => (await import("./commands/stats.ts")).statsCommand(),
    refund: async () => (await import("./commands/corrections.ts")).refundCommand(),
    correct: async () => (await import("./commands/corrections.ts")).correctCommand(),
    check: async () => (await import("./commands/corrections.ts")).checkCommand(),
    backup: async () => (await import("./commands/backup.ts")).backupCommand(),
    restore: async () => (await import("./commands/backup.ts")).restoreCommand(),
    secret: async () => (await import("./commands/secret.ts")).secretCommand(),
    session: async () => (await import("./commands/session.ts")).sessionCommand(),
    completion: async () => (await import("./commands/completion.ts")).completionCommand(),
  }),
);

async function taskCommand(): Promise<CommandUnknownOpts> {
  const [{ taskCalls }, { listAll }] = await Promise.all([
    import("./commands/task.ts"),
    import("./commands/task-lists.ts"),
  ]);
  return taskCalls()
    .description("Tasks, over HTTP with the account's key; list-all is the operator's.")
    .addCommand(listAll());
}

/** Runs `gatepost` of a checkout, which has the operator's commands too. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  // To load all of them takes longer than most commands run. Help names all, and so does a completion script.
  const named = args[0] === "completion" ? undefined : commands.get(args[0] ?? "");
  const loads = named ? [named] : [...commands.values()];
  await runProgram("Runs and serves Gatepost.", await Promise.all(loads.map((load) => load())), args);
}
