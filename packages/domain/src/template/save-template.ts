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
  /** As templateDocument describes it; what breaks it is named with its path. */
  document: unknown;
}

/**
 * Saves a template as its next version; tasks that exist keep theirs. An unchanged document makes no version.
 * ERROR_BAD_REQUEST where the document is not one, such as a wait whose name is not permanent, where the account is not
 * there, and where it has as many templates or versions as it may.
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
    // One writer at a time: two saves of one name must not both become its first version.
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
