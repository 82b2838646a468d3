import { exactDollars } from "@gatepost/presenters/dollars";
import { phase } from "./progress.mjs";

interface Work<Result> {
  work: () => Promise<Result>;
  text: (result: Result) => string;
  /** Selects the part of the result that is its JSON; all of it by default. */
  document?: (result: Result) => unknown;
}

/**
 * Runs a command's work and prints its result: one JSON document if requested, otherwise text for people. An error goes
 * on to command-line.ts, which prints it.
 */
export async function report<Result>(json: true | undefined, { work, text, document }: Work<Result>): Promise<void> {
  const result = await work();
  console.log(json ? JSON.stringify(document ? document(result) : result, exact) : text(result));
}

/** Every bigint that the domain returns is an amount in millionths of a dollar. */
const exact = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? exactDollars(value) : value);

/** A phase shown at a terminal. Not in a script, where stderr is for errors only. `work` may report details. */
export function terminalPhase<Result>(
  title: string,
  work: (say: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  return process.stderr.isTTY ? phase(title, work) : work(() => {});
}
