import { phase } from "./up/progress.mjs";

/** A phase shown at a terminal. Not in a script, where stderr is for errors only. `work` may report details. */
export function terminalPhase<Result>(
  title: string,
  work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  return process.stderr.isTTY ? phase(title, work) : work(() => {});
}
