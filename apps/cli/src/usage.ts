import type { Command } from "commander";
import { commandName } from "./command-name.ts";

/** The exit code of a command that was called wrongly; 1 means that a valid command failed. */
export const wrongUsage = 2;

/**
 * Makes a command and all its subcommands answer wrong usage with one sentence on stderr, which names the help to read,
 * and to throw Commander's error. Help shows the commands as this one was called.
 */
export function withUsage(command: Command, path = commandName): Command {
  command.exitOverride().configureOutput({
    writeOut: (text) => process.stdout.write(text.replace(/(?<=^|[\s(])gatepost (?=[a-z[-])/gm, `${commandName} `)),
    outputError: (text, write) => write(`${complaint(text)} See ${path} --help.\n`),
  });
  for (const below of command.commands) withUsage(below, `${path} ${below.name()}`);
  return command;
}

/** Commander's error as a sentence. */
function complaint(text: string): string {
  const said = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll("\n", " ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, "")}.`;
}
