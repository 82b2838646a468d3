import type { Args } from "../platform/context.ts";
import { type ApplicationLink, storedLinks } from "./application-links.ts";
import { type Screenshot, shownScreenshots } from "./screenshots.ts";

export interface PublicApplication {
  softId: number;
  name: string;
  /** Markdown. */
  description: string;
  homepage: string | null;
  downloadUrl: string | null;
  version: string;
  links: ApplicationLink[];
  demo: boolean;
  /** The version of its picture. */
  icon: string | null;
  screenshots: Screenshot[];
}

/** What is read of an application for anybody. */
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

/** What anybody may see of a published application; null for an unknown or unpublished one. */
export async function getPublicApplication({
  ctx,
  input,
}: Args<{ softId: number }>): Promise<PublicApplication | null> {
  if (!Number.isInteger(input.softId) || input.softId < 1 || input.softId > largestId) return null;
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, published: true, archivedAt: null },
    select: shownOfAll,
  });
  if (!found) return null;
  const { id, icon, links, ...shown } = found;
  return { softId: id, ...shown, links: storedLinks(links), icon: icon?.version ?? null };
}
