import { hash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { changeAccount } from "../accounts/account-limits.ts";
import { type Args, type Context, ofManaged } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { openTurns } from "../platform/turns.ts";

// Of what libvips can read, files of these three formats alone: no SVG, which can name other files, and no rare decoder.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);

/**
 * Limits of an uploaded picture: bytes of the file, and pixels in all, because a small file can hold a huge picture. Of each
 * side too: a picture that is one pixel wide and millions high takes seconds to scale.
 */
const pictureLimits = { bytes: 180_000, pixels: 16_000_000, side: 16_384 };

/** Seconds that a picture may take. */
const seconds = 10;

/**
 * An uploaded PNG, JPEG or WebP (the first frame of an animated one), decoded and upright. Whatever is encoded from it
 * has the pixels alone: no place, camera or thumbnail, and nothing that followed the picture in its file.
 * ERROR_BAD_REQUEST says what is wrong with the file; `encode` fails in the same way if its pixels cannot be read.
 * ERROR_SERVICE_UNAVAILABLE while the account uploads too many at once, or others do for half a minute.
 */
export async function encodePicture<Encoded>(
  { file, accountId }: { file: Uint8Array; accountId: number },
  encode: (picture: Sharp) => Promise<Encoded>,
): Promise<Encoded> {
  if (file.byteLength > pictureLimits.bytes)
    throw new DomainError("ERROR_BAD_REQUEST", "The picture's file is larger than 180 KB.");
  return turns.during(accountId, 1, async () => {
    try {
      const picture = sharp(file, { limitInputPixels: pictureLimits.pixels, failOn: "error" });
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > pictureLimits.side) throw new Error("side limit");
      return await encode(picture.timeout({ seconds }).autoOrient());
    } catch (error) {
      throw new DomainError("ERROR_BAD_REQUEST", reason(error));
    }
  });
}

/** One picture at a time in each process, because each takes memory by its pixels, and a thread that passwords need too. */
const turns = openTurns<number>({
  atOnce: 1,
  most: 6,
  refusal: "Too many pictures are being uploaded. Try again in a moment.",
});

function reason(error: unknown): string {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) return "The picture has more than 16 million pixels.";
  if (/side limit/.test(message)) return "The picture is wider or higher than 16,384 pixels.";
  if (/unsupported image format|Buffer is empty/.test(message)) return "The file is not a PNG, JPEG or WebP picture.";
  return "The picture's file is damaged.";
}

/** Pixels of an icon, wide and high. */
const side = 128;

/**
 * Sets or removes an application's icon. A file is fitted into a square and stored as PNG. ERROR_BAD_REQUEST says what is
 * wrong with the file; ERROR_ACCESS_DENIED if the application does not exist or belongs to another account.
 */
export async function setApplicationIcon({ ctx, input }: Args<{ softId: number; file: Uint8Array | null }>) {
  const { softId, file } = input;
  const accountId = await ownerOf(ctx, softId);
  if (!file) {
    await ctx.db.prisma.applicationIcon.deleteMany({ where: { applicationId: softId } });
    return { icon: null };
  }
  const png = await encodePicture({ file, accountId }, (picture) =>
    picture.resize({ width: side, height: side, fit: "contain", background: "#0000" }).png().toBuffer(),
  );
  const version = hash("sha256", png).slice(0, 32);
  const stored = { picture: new Uint8Array(png), version };
  await changeAccount(ctx, accountId, (tx) =>
    tx.applicationIcon.upsert({
      where: { applicationId: softId },
      create: { applicationId: softId, ...stored },
      update: stored,
    }),
  );
  return { icon: version };
}

/**
 * An application's icon by its version, or null. Whether the application is published does not matter: the version is a
 * hash of the picture, cannot be guessed, and is only known to those who were shown the application.
 */
export async function getApplicationIcon({ ctx, input }: Args<{ softId: number; version: string }>) {
  const found = await ctx.db.prisma.applicationIcon.findFirst({
    where: { applicationId: input.softId, version: input.version, application: { archivedAt: null } },
    select: { picture: true },
  });
  return found?.picture ?? null;
}

/** The account of an application that the caller may change. ERROR_ACCESS_DENIED if it does not exist or is another's. */
export async function ownerOf(ctx: Context, softId: number): Promise<number> {
  const owned = await ctx.db.prisma.application.findFirst({
    where: { id: softId, archivedAt: null, ...ofManaged(ctx) },
    select: { accountId: true },
  });
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  return owned.accountId;
}

const screenshotLimits = { number: 6, side: 1_600, bytes: 300_000 };

/** What a page shows of an application's screenshots, each at its version's address, in the order in which they were added. */
export const shownScreenshots = {
  select: { version: true, width: true, height: true } as const,
  orderBy: [{ createdAt: "asc" as const }, { version: "asc" as const }],
};

/**
 * Adds a screenshot to an application's page, as WebP. The same picture twice is one. ERROR_BAD_REQUEST says what is wrong
 * with the file, or that there are 6 already; ERROR_ACCESS_DENIED if the application does not exist or belongs to another
 * account.
 */
export async function addScreenshot({ ctx, input }: Args<{ softId: number; file: Uint8Array }>) {
  const applicationId = input.softId;
  const accountId = await ownerOf(ctx, applicationId);
  const { picture, ...shown } = await encodeScreenshot({ file: input.file, accountId });
  await changeAccount(ctx, accountId, async (tx) => {
    const existing = await tx.applicationScreenshot.findMany({ where: { applicationId }, select: { version: true } });
    if (existing.some(({ version }) => version === shown.version)) return;
    if (existing.length >= screenshotLimits.number)
      throw new DomainError("ERROR_BAD_REQUEST", `There are ${existing.length} screenshots already. Remove one first.`);
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
    const version = hash("sha256", data).slice(0, 32);
    if (data.length <= bytes) return { version, width: info.width, height: info.height, picture: new Uint8Array(data) };
  }
  throw new DomainError("ERROR_BAD_REQUEST", "The picture has too much detail for 300 KB. Choose a smaller one.");
}
