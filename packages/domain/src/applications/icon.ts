import { createHash } from "node:crypto";
import { type Args, type Context, ofManaged } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { encodePicture } from "./picture.ts";

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
  const version = createHash("sha256").update(png).digest("hex").slice(0, 32);
  const stored = { picture: new Uint8Array(png), version };
  await ctx.db.prisma.applicationIcon.upsert({
    where: { applicationId: softId },
    create: { applicationId: softId, ...stored },
    update: stored,
  });
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
