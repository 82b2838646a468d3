import { Command, type OptionValues } from "@commander-js/extra-typings";
import { pageLimits } from "@gatepost/contract/limits";
import { authenticate } from "@gatepost/domain/accounts/authenticate";
import type { Page } from "@gatepost/domain/platform/page";
import { readId, readRowId, readUpTo } from "./arguments.ts";
import { readTarget, withExamples } from "./caller.ts";
import { type Operator, openOperator } from "./container.ts";
import { sayTarget } from "./installation/running.ts";
import { type Cell, report, table } from "./output/report.ts";

/** A command of the operator, directly on the database: it has `--json`. */
export const operatorCommand = (name: string, ...examples: string[]) =>
  withExamples(new Command(name).option("--json", "print the result as JSON"), examples);

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

/** Adds `--limit` and `--after`, which select a page of a list. `readAfter` reads an id of what is listed. */
export function withPages<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  readAfter = readId,
) {
  return command
    .option(
      "--limit <number>",
      `how many, ${pageLimits.max} at most (default: ${pageLimits.default})`,
      readUpTo(pageLimits.max),
    )
    .option("--after <id>", "the next page: those that follow this one", readAfter);
}

/** A command of the operator that lists something, page by page. Only tasks and deliveries have ids above a row's. */
export const listCommand = (description: string, shown: string, readAfter = readRowId) =>
  withPages(operatorCommand("list", shown).description(description), readAfter);

type PageOptions = { limit?: number | undefined; after?: number | undefined };

interface Listing<Item> extends Omit<ShownPage<Item>, "items" | "next"> {
  read: (ctx: Operator, page: PageOptions) => Promise<Page<Item>>;
}

export function printPage<Item>(
  { json, ...page }: PageOptions & { json?: true | undefined },
  { read, none, ...shown }: Listing<Item>,
): Promise<void> {
  return operate(json, {
    work: (ctx) => read(ctx, page),
    text: ({ items, next }) => {
      const isEmpty = page.after === undefined && next === null;
      return pageText({ ...shown, items, next, none: isEmpty ? none : "There are no more." });
    },
  });
}

interface ShownPage<Item> {
  items: readonly Item[];
  head: readonly string[];
  row: (item: Item) => Cell[];
  /** The text for an empty page. */
  none: string;
  next?: number | null | undefined;
}

export function pageText<Item>({ items, head, row, none, next }: ShownPage<Item>): string {
  const shown = items.length > 0 ? table(head, items.map(row)) : none;
  return next ? `${shown}\n\nThere are more: add --after ${next}` : shown;
}
