import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { didYouMean } from "../nearest.ts";
import { listTemplateNamesSql } from "./list-template-names.sql.ts";

/** ERROR_TEMPLATE_NOT_FOUND, which names the nearest templates that the account can use. */
export async function templateNotFound(ctx: Context, accountId: number, name: string): Promise<DomainError> {
  const names = await ctx.db.run(listTemplateNamesSql, { accountId });
  const near = didYouMean(
    name,
    names.map((one) => one.name),
  );
  // A person sees them on a page.
  const others = ctx.actor.kind === "session" ? "" : "listTemplates lists those that are.";
  return new DomainError(
    "ERROR_TEMPLATE_NOT_FOUND",
    `No template of this name is visible to your account. ${near || others}`.trimEnd(),
  );
}
