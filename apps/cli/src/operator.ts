import { Command } from "commander";
import { readRowId } from "./arguments.ts";
import { type Operator, openOperator } from "./container.ts";
import { report } from "./output/report.ts";

/** A command of the operator, directly on the database: it has `--json`. */
export function operatorCommand(name: string): Command {
  return new Command(name).option("--json", "print the result as JSON");
}

/** The options of a command for one account. */
export interface OfAccount {
  account: number;
  json?: boolean;
}

/** Adds `--account`; `whose` explains it. */
export function ofAccount(command: Command, whose: string): Command {
  return command.requiredOption("--account <accountId>", whose, readRowId);
}

/** Runs the work as the operator, and prints the result (report.ts). */
export async function operate<Result>({
  json,
  work,
  text,
}: {
  json?: boolean | undefined;
  work: (ctx: Operator) => Promise<Result>;
  text: (result: Result) => string;
}): Promise<void> {
  await using ctx = await openOperator();
  await report({ json, work: () => work(ctx), text });
}

/** A time for a terminal, to the minute, in UTC; empty if there is none. */
export function minute(at: Date | null): string {
  return at ? at.toISOString().slice(0, 16).replace("T", " ") : "";
}
