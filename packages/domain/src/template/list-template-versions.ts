import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireSession } from "../permission.ts";

interface TemplateVersion {
  version: number;
  savedAt: Date;
  /** The key by which it was saved, as long as the key exists; null: a person, or a key that is gone. */
  keyName: string | null;
}

/**
 * The versions of a template of the user's account that are kept, the latest first; none if it has no template of this name.
 * Superseded ones are deleted when the account needs their place for new ones.
 */
export async function listTemplateVersions({
  ctx,
  input: { name, ...page },
}: Args<PageInput & { name: string }>): Promise<Page<TemplateVersion>> {
  const { actor, db } = requireSession(ctx);
  const { accountId } = actor;
  const { items, next } = await readPage(
    page,
    ({ take, after }) =>
      db.prisma.templateVersion.findMany({
        where: {
          template: {
            accountId,
            name: { in: [name, name.normalize("NFC")] },
            currentVersionId: { not: null },
            draft: false,
          },
          ...(after !== null && { number: { lt: after } }),
        },
        orderBy: { number: "desc" },
        take,
        select: { number: true, createdAt: true, keyId: true },
      }),
    ({ number }) => number,
  );
  const keyIds = [...new Set(items.flatMap(({ keyId }) => keyId ?? []))];
  const keys = await db.prisma.apiKey.findMany({
    where: { id: { in: keyIds }, accountId },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map((key) => [key.id, key.name]));
  return {
    items: items.map(({ number, createdAt, keyId }) => ({
      ...{ version: number, savedAt: createdAt, keyName: names.get(keyId ?? 0) ?? null },
    })),
    next,
  };
}
