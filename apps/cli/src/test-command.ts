import { fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, runToEnd } from "../../../tests/run-to-end.ts";
import { shortLived } from "../../../tests/short-lived.ts";

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

/** A command for a process of test-command-host.ts. */
export interface CommandRequest {
  id: number;
  args: readonly string[];
  env: Record<string, string>;
}

let opened: ((command: Command, env?: Record<string, string>) => Promise<Ended>) | undefined;

/**
 * Runs commands one after another in one process, which takes a tenth of the processor time of a process for each. For
 * commands that read no input, get no signals and end by themselves. Files of tests that share a process share it.
 */
export async function openCommandHost() {
  opened ??= forkHost();
  return opened;
}

function forkHost() {
  const host = fork(join(import.meta.dirname, "test-command-host.ts"), {
    env: environment({}),
    execArgv: shortLived,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // It ends with this process.
  host.unref();
  host.channel?.unref();
  const waiting = new Map<number, (ended: Ended) => void>();
  host.on("message", ({ id, ended }: { id: number; ended: Ended }) => waiting.get(id)?.(ended));
  const crashed = once(host, "exit").then(([code]) => {
    opened = undefined;
    throw new Error(`The commands' process ended with code ${code}.`);
  });
  crashed.catch(() => {});
  let requests = 0;
  return (command: Command, env: Record<string, string> = {}): Promise<Ended> => {
    requests += 1;
    const request: CommandRequest = { id: requests, args: wordsOf(command), env: environment(env) };
    const ended = new Promise<Ended>((resolve) => waiting.set(request.id, resolve));
    host.send(request, () => {});
    return Promise.race([ended, crashed]);
  };
}

/**
 * Nothing of the tests' own, and empty what a .env file in the checkout would set otherwise. The data folder is one that
 * does not exist, so that no command finds an installation which runs from this checkout.
 */
function environment(env: Record<string, string>): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const empty = {
    DATABASE_URL: "",
    GATEPOST_SECRET: "",
    GATEPOST_DATA_DIR: join(tmpdir(), "gatepost-no-data"),
    GATEPOST_URL: "",
    GATEPOST_KEY: "",
    PORT: "",
  };
  return { PATH, NODE_COMPILE_CACHE, ...empty, ...env };
}
