import { pageLimits } from "@gatepost/contract/limits";
import type { Page } from "@gatepost/domain/page";
import type { Command } from "commander";
import { readId, readLimit } from "./argument.ts";
import type { Operator } from "./container.ts";
import { operate, operatorCommand } from "./operator.ts";

export interface ListOptions {
  limit?: number;
  after?: number;
  json?: boolean;
}

/** A command of the operator that lists something, page by page. */
export function listCommand(description: string, example: string): Command {
  return operatorCommand("list")
    .description(description)
    .option("--limit <number>", `how many, ${pageLimits.max} at most (default: ${pageLimits.default})`, readLimit)
    .option("--after <id>", "the next page: those that follow this one", readId)
    .addHelpText("after", `\nExample:\n  ${example}`);
}

/** Prints a page, and where the next one begins. */
export async function printPage<Item>({
  options: { limit, after, json },
  read,
  text,
  none,
}: {
  options: ListOptions;
  read: (ctx: Operator, page: { limit?: number | undefined; after?: number | undefined }) => Promise<Page<Item>>;
  text: (items: Item[]) => string;
  /** The text for an empty list. */
  none: string;
}): Promise<void> {
  await operate({
    json,
    work: (ctx) => read(ctx, { limit, after }),
    text: ({ items, next }) => {
      const shown = items.length > 0 ? text(items) : after === undefined && next === null ? none : "There are no more.";
      return next === null ? shown : `${shown}\n\nThere are more: add --after ${next}`;
    },
  });
}
