import type { Context } from "../context.ts";

export interface CataloguedApplication {
  softId: number;
  name: string;
  description: string;
  demo: boolean;
  /** The version of its picture. */
  icon: string | null;
}

/** The published applications by name, a page of at most 48; what is made up by the demo comes last. */
export async function listPublicApplications({
  ctx,
  input,
}: {
  ctx: Context;
  input: { search?: string | undefined; page: number };
}): Promise<{ applications: CataloguedApplication[]; more: boolean }> {
  // Prisma hands it to ILIKE as it is.
  const search = input.search
    ?.replaceAll("\0", "")
    .trim()
    .normalize("NFC")
    .slice(0, 100)
    .replace(/[\\%_]/g, "\\$&");
  const found = await ctx.db.prisma.application.findMany({
    where: {
      published: true,
      archivedAt: null,
      ...(search && { name: { contains: search, mode: "insensitive" as const } }),
    },
    orderBy: [{ demo: "asc" }, { name: "asc" }, { id: "asc" }],
    skip: (Math.min(Math.max(1, input.page), 1_000) - 1) * pageSize,
    take: pageSize + 1,
    select: { id: true, name: true, description: true, demo: true, icon: { select: { version: true } } },
  });
  return {
    applications: found
      .slice(0, pageSize)
      .map(({ id, icon, ...application }) => ({ softId: id, ...application, icon: icon?.version ?? null })),
    more: found.length > pageSize,
  };
}

const pageSize = 48;
