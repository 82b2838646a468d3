import { phase } from "./up/progress.mjs";

/** A phase that a person at a terminal sees; in a script what comes on stderr is a complaint, and nothing else. */
export function terminalPhase<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  return process.stderr.isTTY ? phase(title, work) : work();
}
