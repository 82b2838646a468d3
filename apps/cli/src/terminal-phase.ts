import { phase } from "./up/progress.mjs";

/**
 * A phase that a person at a terminal sees; in a script what comes on stderr is a complaint, and nothing else. `work` may
 * say what it is at.
 */
export function terminalPhase<Result>(
  title: string,
  work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  return process.stderr.isTTY ? phase(title, work) : work(() => {});
}
