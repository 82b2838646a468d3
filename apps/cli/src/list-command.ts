import type { Command, OptionValues } from "@commander-js/extra-typings";
import { pageLimits } from "@gatepost/contract/limits";
import type { Page } from "@gatepost/domain/platform/page";
import { readId, readLimit, readRowId } from "./arguments.ts";
import { example } from "./caller.ts";
import type { Operator } from "./container.ts";
import { operate, operatorCommand } from "./operator.ts";
import { type Cell, table } from "./output/terminal-text.ts";

/** Adds `--limit` and `--after`, which select a page of a list. `readAfter` reads an id of what is listed. */
export function withPages<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  readAfter = readId,
) {
  return command
    .option("--limit <number>", `how many, ${pageLimits.max} at most (default: ${pageLimits.default})`, readLimit)
    .option("--after <id>", "the next page: those that follow this one", readAfter);
}

/** A command of the operator that lists something, page by page. Only tasks and deliveries have ids above a row's. */
export const listCommand = (description: string, shown: string, readAfter = readRowId) =>
  withPages(operatorCommand("list").description(description), readAfter).addHelpText(...example(shown));

type PageOptions = { limit?: number | undefined; after?: number | undefined };

interface Listing<Item> extends Omit<ShownPage, "rows" | "next"> {
  read: (ctx: Operator, page: PageOptions) => Promise<Page<Item>>;
  row: (item: Item) => Cell[];
}

export function printPage<Item>(
  { json, ...page }: PageOptions & { json?: true | undefined },
  { read, row, head, none }: Listing<Item>,
): Promise<void> {
  return operate(json, {
    work: (ctx) => read(ctx, page),
    text: ({ items, next }) =>
      pageText({
        head,
        rows: items.map(row),
        none: page.after === undefined && next === null ? none : "There are no more.",
        next: next ?? undefined,
      }),
  });
}

interface ShownPage {
  head: readonly string[];
  rows: readonly Cell[][];
  /** The text for an empty page. */
  none: string;
  next?: number | undefined;
}

export function pageText({ head, rows, none, next }: ShownPage): string {
  const shown = rows.length > 0 ? table(head, rows) : none;
  return next === undefined ? shown : `${shown}\n\nThere are more: add --after ${next}`;
}
