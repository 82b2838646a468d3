import { lockAccount } from "../account/require-below-limit.ts";
import type { Args, Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { log } from "../log.ts";
import { didYouMean } from "../nearest.ts";
import { requireChange } from "../permission.ts";

/**
 * Deletes a template of the calling account. Its versions stay as long as tasks may need them. ERROR_TEMPLATE_NOT_FOUND for
 * a name that is not one of the account's own templates; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function deleteTemplate({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { actor, db } = requireChange(ctx, "templates");
  const { accountId } = actor;
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const deleted = await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    return tx.template.updateManyAndReturn({
      where: {
        accountId,
        name: { in: [input.name, input.name.normalize("NFC")] },
        currentVersionId: { not: null },
        draft: false,
      },
      data: { currentVersionId: null, deletedAt: new Date() },
      select: { id: true },
    });
  });
  const [template] = deleted;
  if (!template) throw await notFound(ctx, accountId, input.name);
  log("template deleted", { accountId, keyId, templateId: template.id });
}

async function notFound({ db }: Context, accountId: number, name: string): Promise<DomainError> {
  const own = await db.prisma.template.findMany({
    where: { accountId, currentVersionId: { not: null }, draft: false },
    select: { name: true },
  });
  const near = didYouMean(
    name,
    own.map((one) => one.name),
  );
  return new DomainError(
    "ERROR_TEMPLATE_NOT_FOUND",
    `Your account has no template of this name. ${near || "Only its own templates can be deleted, not built-in ones."}`.trimEnd(),
  );
}
