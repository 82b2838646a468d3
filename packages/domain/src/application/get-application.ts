import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireReader } from "../permission.ts";
import { type ApplicationLink, storedLinks } from "./links.ts";
import { type Screenshot, shownScreenshots } from "./screenshots.ts";

interface OwnApplication {
  softId: number;
  name: string;
  /** Markdown. */
  description: string;
  homepage: string | null;
  downloadUrl: string | null;
  version: string;
  links: ApplicationLink[];
  published: boolean;
  demo: boolean;
  /** The owner's share of a captured price, in millionths. */
  commission: number;
  createdAt: Date;
  archived: boolean;
  /** The version of its picture. */
  icon: string | null;
  screenshots: Screenshot[];
}

/** An application as its owner, or a reader of its share link, sees it. ERROR_ACCESS_DENIED for any other id. */
export async function getApplication({ ctx, input }: Args<{ softId: number }>): Promise<OwnApplication> {
  const accountId = requireReader(ctx, input.softId);
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, accountId },
    select: {
      id: true,
      name: true,
      description: true,
      homepage: true,
      downloadUrl: true,
      version: true,
      links: true,
      published: true,
      demo: true,
      commission: true,
      createdAt: true,
      archivedAt: true,
      icon: { select: { version: true } },
      screenshots: shownScreenshots,
    },
  });
  if (!found) throw new DomainError("ERROR_ACCESS_DENIED");
  const { id, icon, links, archivedAt, ...application } = found;
  return {
    ...{ softId: id, ...application, links: storedLinks(links) },
    ...{ archived: archivedAt !== null, icon: icon?.version ?? null },
  };
}
