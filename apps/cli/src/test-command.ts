import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { type Ended, runToEnd } from "../../../tests/run-to-end.ts";
import { shortLived } from "../../../tests/short-lived.ts";
import { runCommandLine } from "./command-line.ts";

/** As people type it; an argument that has a space of its own needs a list. */
export type Command = string | readonly string[];

export const wordsOf = (command: Command): readonly string[] =>
  typeof command === "string" ? command.split(" ").filter(Boolean) : command;

/**
 * Runs `gatepost` as a terminal does, without the variables of the tests' own environment that it reads. `input` is its
 * standard input.
 */
export function gatepost(command: Command, env: Record<string, string> = {}, input = ""): Promise<Ended> {
  const args = [...shortLived, join(import.meta.dirname, "main.ts"), ...wordsOf(command)];
  return runToEnd(process.execPath, args, { env: environment(env), input });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The same in this process, which takes a tenth of the processor time: for commands that read no input, get no signals and end by
 * themselves. One after another, because each has the environment and the console for itself.
 */
export function gatepostHere(command: Command, env: Record<string, string> = {}): Promise<Ended> {
  const ended = last.then(() => runHere(wordsOf(command), environment(env)));
  last = ended.catch(() => {});
  return ended;
}

async function runHere(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const own = { ...process.env };
  const { log, error } = console;
  const said = { stdout: "", stderr: "" };
  console.log = (...words) => {
    said.stdout += `${format(...words)}\n`;
  };
  console.error = (...words) => {
    said.stderr += `${format(...words)}\n`;
  };
  setEnvironment(env);
  try {
    await runCommandLine(args);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = undefined;
    setEnvironment(own);
    Object.assign(console, { log, error });
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/**
 * Nothing of the tests' own, and empty what a .env file in the checkout would set otherwise. The data folder is one that
 * does not exist, so that no command finds an installation which runs from this checkout. Whether rows are checked stays, because
 * a command may be the first of the process to load the module that reads it.
 */
function environment(env: Record<string, string>): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE = "", GATEPOST_CHECK_ROWS = "" } = process.env;
  const empty = {
    DATABASE_URL: "",
    GATEPOST_SECRET: "",
    GATEPOST_DATA_DIR: join(tmpdir(), "gatepost-no-data"),
    GATEPOST_URL: "",
    GATEPOST_KEY: "",
    PORT: "",
  };
  return { PATH, NODE_COMPILE_CACHE, GATEPOST_CHECK_ROWS, ...empty, ...env };
}
