import { type Args, requireReader } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { storedLinks } from "./applications.ts";
import { shownScreenshots } from "./pictures.ts";

/** What is read of an application for anybody; its description is Markdown. */
const shownOfAll = {
  id: true,
  name: true,
  description: true,
  homepage: true,
  downloadUrl: true,
  version: true,
  links: true,
  demo: true,
  icon: { select: { version: true } },
  screenshots: shownScreenshots,
} as const;

const largestId = 2 ** 31 - 1;

export type PublicApplication = NonNullable<Awaited<ReturnType<typeof getPublicApplication>>>;

/** What anybody may see of a published application, with the version of its icon; null for an unknown or unpublished one. */
export async function getPublicApplication({ ctx, input }: Args<{ softId: number }>) {
  if (!Number.isInteger(input.softId) || input.softId < 1 || input.softId > largestId) return null;
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, published: true, archivedAt: null },
    select: shownOfAll,
  });
  if (!found) return null;
  const { id, icon, links, ...shown } = found;
  return { softId: id, ...shown, links: storedLinks(links), icon: icon?.version ?? null };
}

/**
 * An application as its owner, or a reader of its share link, sees it. `commission`: the owner's share of a captured price, in
 * millionths. ERROR_ACCESS_DENIED for any other id.
 */
export async function getApplication({ ctx, input }: Args<{ softId: number }>) {
  const accountId = requireReader(ctx, input.softId);
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, accountId },
    select: { ...shownOfAll, published: true, commission: true, createdAt: true, archivedAt: true },
  });
  if (!found) throw new DomainError("ERROR_ACCESS_DENIED");
  const { id, icon, links, archivedAt, ...application } = found;
  return {
    softId: id,
    ...application,
    links: storedLinks(links),
    archived: archivedAt !== null,
    icon: icon?.version ?? null,
  };
}
