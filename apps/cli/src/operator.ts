import { Command, type OptionValues } from "@commander-js/extra-typings";
import { authenticate } from "@gatepost/domain/accounts/authenticate";
import { readRowId } from "./arguments.ts";
import { readTarget } from "./caller.ts";
import { type Operator, openOperator } from "./container.ts";
import { sayTarget } from "./installation/running.ts";
import { report } from "./output/report.ts";

/** A command of the operator, directly on the database: it has `--json`. */
export const operatorCommand = (name: string) => new Command(name).option("--json", "print the result as JSON");

/** Adds `--account`; `whose` explains it. Left out, it is the account of the key that other commands would call with. */
export function ofAccount<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  whose: string,
) {
  command
    .option("--account <accountId>", `${whose} (default: the account of GATEPOST_KEY, or the demo's)`, readRowId)
    .hook("preAction", async (_, action) => {
      if (action.opts().account !== undefined) return;
      const { key: clientKey, source } = readTarget(process.env);
      if (!clientKey) action.error("There is no account: give --account, or set GATEPOST_KEY to a key of the account.");
      await using app = await openOperator();
      const { actor } = await authenticate({ app, clientKey, address: "127.0.0.1" });
      action.setOptionValue("account", actor.accountId);
      sayTarget(`account ${actor.accountId}, of ${source}`);
    });
  return command as unknown as Command<Args, Options & { account: number }>;
}

interface Operation<Result> {
  work: (ctx: Operator) => Promise<Result>;
  text: (result: Result) => string;
}

/** Runs the work as the operator, and prints the result (report.ts). */
export async function operate<Result>(json: true | undefined, { work, text }: Operation<Result>): Promise<void> {
  await using ctx = await openOperator();
  await report(json, { work: () => work(ctx), text });
}
