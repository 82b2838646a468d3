import { type Args, requireReader } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { storedLinks } from "./application-links.ts";
import { shownOfAll } from "./public-application.ts";

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
