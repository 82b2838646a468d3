import type { Args } from "../platform/context.ts";
import { storedLinks } from "./application-links.ts";
import { shownScreenshots } from "./screenshots.ts";

/** What is read of an application for anybody; its description is Markdown. */
export const shownOfAll = {
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
