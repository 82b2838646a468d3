import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Tx } from "@gatepost/db/connect";
import { requireBelowLimit } from "../accounts/account-limits.ts";
import type { Context } from "../platform/context.ts";
import { canonicalJson } from "../platform/exact-json.ts";
import { asWritten, writtenDocument } from "./read-document.ts";
import { deleteSupersededVersionsSql } from "./sql/delete-superseded-versions.sql.ts";

export interface NewVersion {
  /** null: built in, visible to all. */
  accountId: number | null;
  document: TemplateDocument;
  /** What it was read from. */
  given: unknown;
}

export type PlannedVersion = Awaited<ReturnType<typeof planVersion>>;

/**
 * What saving a document would do. `templateId`: the template of this name, which may be deleted; null: there is none. `adds`: the
 * account would have a template more. `current`: the current version; null: there is none. `version`: the one that is current
 * afterwards, the same if the document is unchanged.
 */
export async function planVersion(
  tx: Pick<Tx, "template" | "templateVersion">,
  { accountId, document, given }: NewVersion,
) {
  const existing = await tx.template.findFirst({
    where: { accountId, name: document.name },
    select: { id: true, currentVersion: { select: { number: true, document: true, written: true } } },
  });
  if (!existing) return { templateId: null, adds: true, current: null, version: 1 };
  const { id: templateId, currentVersion } = existing;
  const written = canonicalJson(asWritten(given, document));
  if (currentVersion && canonicalJson(writtenDocument(currentVersion)) === written)
    return { templateId, adds: false, current: currentVersion.number, version: currentVersion.number };
  const { _max } = await tx.templateVersion.aggregate({ where: { templateId }, _max: { number: true } });
  const current = currentVersion?.number ?? null;
  return { templateId, adds: current === null, current, version: (_max.number ?? 0) + 1 };
}

/**
 * Stores a document as the planned version of its template, if it is a new one. The account, or the name of a built-in
 * template, must have been locked before the version was planned.
 */
export async function storeVersion(
  ctx: Context,
  tx: Tx,
  plan: PlannedVersion,
  { accountId, document, given, keyId = null, draft = false }: NewVersion & { keyId?: number | null; draft?: boolean },
): Promise<number> {
  if (plan.templateId !== null && plan.version === plan.current) return plan.templateId;
  if (accountId !== null) await requireVersionLimit(ctx, tx, accountId, plan.adds && !draft);
  const templateId =
    plan.templateId ??
    (await tx.template.create({ data: { accountId, name: document.name, draft }, select: { id: true } })).id;
  const written: object = asWritten(given, document);
  const isLong = canonicalJson(written) === canonicalJson(document);
  const version = await tx.templateVersion.create({
    data: {
      templateId,
      number: plan.version,
      document: document as object,
      keyId,
      ...(!isLong && { written }),
    },
    select: { id: true },
  });
  await tx.template.update({
    where: { id: templateId },
    data: { currentVersionId: version.id, deletedAt: null, draft },
  });
  return templateId;
}

/**
 * Seconds added to the retention of a task's record: more than the time for which it can have been queued, run and
 * waited.
 */
const longestTask = 30 * 86_400;

/**
 * Throws if the account may not save another version, or another template if it is a new one. At the limit of versions,
 * those that no task can need any more are deleted. The account must be locked.
 */
async function requireVersionLimit(ctx: Context, tx: Tx, accountId: number, isNew: boolean): Promise<void> {
  const listed = { accountId, deletedAt: null, draft: false };
  if (isNew) requireBelowLimit(ctx, "templates", await tx.template.count({ where: listed }));
  const count = () => tx.templateVersion.count({ where: { template: { accountId } } });
  let there = await count();
  if (there >= ctx.settings.accountLimits.templateVersions) {
    await tx.run(deleteSupersededVersionsSql, { accountId, seconds: ctx.settings.recordSeconds + longestTask });
    await tx.template.deleteMany({
      where: { accountId, versions: { none: {} }, OR: [{ draft: true }, { deletedAt: { not: null } }] },
    });
    there = await count();
  }
  requireBelowLimit(ctx, "templateVersions", there);
}
