import type { TemplateDocument } from "@gatepost/contract/steps";
import { lockAccount } from "../account/require-below-limit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { lockNameSql } from "./lock-name.sql.ts";
import { readDocument } from "./read-document.ts";
import { requireVersionLimit } from "./require-version-limit.ts";

export interface SaveTemplateInput {
  /** null: built in, visible to all. */
  accountId: number | null;
  /** As templateDocument describes it; problems are reported with their path. */
  document: unknown;
}

/**
 * Saves a template as its next version; existing tasks keep theirs. An unchanged document makes no new version.
 * ERROR_BAD_REQUEST if the document is invalid, for example because of a wait whose name is not permanent, if the
 * account does not exist, and if it has reached its limit of templates or versions.
 */
export async function saveTemplate({
  ctx,
  input,
}: {
  ctx: Context;
  input: SaveTemplateInput;
}): Promise<{ templateId: number; version: number }> {
  requireSystem(ctx);
  const document = readDocument(input.document);
  return ctx.db.transaction(async (tx) => {
    // One writer at a time, so that two saves of one name do not both become its first version.
    if (input.accountId !== null) await lockAccount(tx, input.accountId);
    else await tx.run(lockNameSql, { name: document.name });
    const known = await tx.template.findFirst({
      where: { accountId: input.accountId, name: document.name },
      select: { id: true, currentVersion: { select: { number: true, document: true } } },
    });
    if (known?.currentVersion && isSame(known.currentVersion.document, document))
      return { templateId: known.id, version: known.currentVersion.number };
    if (input.accountId !== null) await requireVersionLimit(ctx, tx, input.accountId, known === null);
    const template =
      known ??
      (await tx.template.create({ data: { accountId: input.accountId, name: document.name }, select: { id: true } }));
    const number = (known?.currentVersion?.number ?? 0) + 1;
    const version = await tx.templateVersion.create({
      data: { templateId: template.id, number, document: document as object },
      select: { id: true },
    });
    await tx.template.update({ where: { id: template.id }, data: { currentVersionId: version.id } });
    return { templateId: template.id, version: number };
  });
}

function isSame(stored: unknown, document: TemplateDocument): boolean {
  return canonicalJson(stored) === canonicalJson(document);
}
