import { createHash } from "node:crypto";
import { lockAccount } from "../accounts/account-limits.ts";
import type { Args } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { ownerOf } from "./icon.ts";
import { encodePicture } from "./picture.ts";

/** How a page shows a screenshot, by its version at its own address. Sides are in pixels. */
export interface Screenshot {
  version: string;
  width: number;
  height: number;
}

const screenshotLimits = { number: 6, side: 1_600, bytes: 300_000 };

/** What is read of an application's screenshots with it, in the order in which they were added. */
export const shownScreenshots = {
  select: { version: true, width: true, height: true } as const,
  orderBy: [{ createdAt: "asc" as const }, { version: "asc" as const }],
};

/**
 * Adds a screenshot to an application's page, as WebP. The same picture twice is one. ERROR_BAD_REQUEST says what is wrong
 * with the file, or that there are 6 already; ERROR_ACCESS_DENIED if the application does not exist or belongs to another
 * account.
 */
export async function addScreenshot({ ctx, input }: Args<{ softId: number; file: Uint8Array }>): Promise<Screenshot> {
  const applicationId = input.softId;
  const accountId = await ownerOf(ctx, applicationId);
  const { picture, ...shown } = await encodeScreenshot({ file: input.file, accountId });
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const known = await tx.applicationScreenshot.findMany({ where: { applicationId }, select: { version: true } });
    if (known.some(({ version }) => version === shown.version)) return;
    if (known.length >= screenshotLimits.number)
      throw new DomainError("ERROR_BAD_REQUEST", `There are ${known.length} screenshots already. Remove one first.`);
    await tx.applicationScreenshot.create({ data: { applicationId, ...shown, picture } });
  });
  return shown;
}

/** Removes a screenshot, if it is there. ERROR_ACCESS_DENIED as above. */
export async function removeScreenshot({ ctx, input }: Args<{ softId: number; version: string }>): Promise<void> {
  await ownerOf(ctx, input.softId);
  await ctx.db.prisma.applicationScreenshot.deleteMany({
    where: { applicationId: input.softId, version: input.version },
  });
}

/** A screenshot by its version, under the same rule as an icon; null if there is none. */
export async function getScreenshot({ ctx, input }: Args<{ softId: number; version: string }>) {
  const found = await ctx.db.prisma.applicationScreenshot.findFirst({
    where: { applicationId: input.softId, version: input.version, application: { archivedAt: null } },
    select: { picture: true },
  });
  return found?.picture ?? null;
}

async function encodeScreenshot(upload: { file: Uint8Array; accountId: number }) {
  const { side, bytes } = screenshotLimits;
  for (const quality of [82, 50]) {
    const { data, info } = await encodePicture(upload, (picture) =>
      picture
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true }),
    );
    const version = createHash("sha256").update(data).digest("hex").slice(0, 32);
    if (data.length <= bytes) return { version, width: info.width, height: info.height, picture: new Uint8Array(data) };
  }
  throw new DomainError("ERROR_BAD_REQUEST", "The picture has too much detail for 300 KB. Choose a smaller one.");
}
