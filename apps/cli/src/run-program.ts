import { Command, CommanderError, type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { errorBody } from "@gatepost/presenters/error-body";
import { GatepostError } from "gatepost";
import { commandName } from "./command-name.ts";
import { sentence } from "./output/sentence.ts";

/** Runs `gatepost` with these commands and arguments; the process's exit code says whether it succeeded. */
export async function runProgram(
  description: string,
  commands: readonly CommandUnknownOpts[],
  args: readonly string[],
) {
  const program = new Command("gatepost").description(description);
  for (const command of commands) program.addCommand(command);
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

/** Has this process fail if its output cannot be written, as on a full disk: the console ignores that. A reader may close a pipe. */
export function failWithoutOutput(): void {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    console.error(code === "ENOSPC" ? "The output was cut: the disk is full." : `The output was cut (${code}).`);
    process.exitCode = 1;
  });
}

/** The exit code of a command that was called wrongly; 1 means that a valid command failed. */
const wrongUsage = 2;

/**
 * Makes a command and all its subcommands answer wrong usage with one sentence on stderr, which names the help to read,
 * and to throw Commander's error. Help shows the commands as this one was called.
 */
function withUsage(command: CommandUnknownOpts, path = commandName) {
  command.exitOverride().configureOutput({
    // By the console, which ignores that a reader such as head has closed the pipe.
    writeOut: (text) => console.log(asCalled(text)),
    writeErr: (text) => console.error(asCalled(text)),
    outputError: (text, write) => write(`${complaint(text)} See ${path} --help.\n`),
  });
  for (const below of command.commands) withUsage(below, `${path} ${below.name()}`);
  return command;
}

/** Help with the commands as this one was called. */
const asCalled = (text: string): string =>
  text.replace(/\n$/, "").replace(/(?<=^|[\s(])(?<!npx )gatepost (?=[a-z[-])/gm, `${commandName} `);

/** Commander's error as a sentence. */
function complaint(text: string): string {
  const said = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll("\n", " ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, "")}.`;
}

/** What `--json` prints of an error: the document of the JSON methods, also for one that is not of their table. */
function errorDocument(error: unknown): object {
  if (error instanceof GatepostError) {
    const { errorId, errorCode, errorDescription, details } = error;
    return { errorId, errorCode, errorDescription, ...details };
  }
  if (isDomainError(error)) return errorBody(error);
  // A script may try again if the database or the web server cannot be reached; otherwise a person must do something.
  const code = isUnavailable(error) ? "ERROR_SERVICE_UNAVAILABLE" : "ERROR_INTERNAL";
  return errorBody({ code, message: sentence(error) });
}
