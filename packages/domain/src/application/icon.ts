import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** What a picture may have at most: bytes, and pixels on a side. */
export const iconLimits = { bytes: 65_536, pixels: 512 };

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** What is wrong with a picture; null where it may be stored. Its header is read, so that no small file is a huge picture. */
export function iconProblem(png: Uint8Array): string | null {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (bytes.length > iconLimits.bytes) return "The picture has more than 64 KB.";
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(signature)) return "The picture is no PNG.";
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (sides.some((side) => side < 1 || side > iconLimits.pixels))
    return `The picture must have 1 to ${iconLimits.pixels} pixels on a side.`;
  return null;
}

/**
 * Gives an application its picture, or takes it away. ERROR_BAD_REQUEST says what is wrong with the picture,
 * ERROR_ACCESS_DENIED stands for an application that is not there, or another account's.
 */
export async function setApplicationIcon({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; png: Uint8Array | null };
}): Promise<{ icon: string | null }> {
  const accountId = managedAccount(ctx);
  const { softId, png } = input;
  const problem = png && iconProblem(png);
  if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);
  const owned = await ctx.db.prisma.application.findFirst({
    where: { id: softId, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    select: { id: true },
  });
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  if (!png) {
    await ctx.db.prisma.applicationIcon.deleteMany({ where: { applicationId: softId } });
    return { icon: null };
  }
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
 * An application's picture by its version, which whoever was shown the application knows; null for any other. Published
 * or not: the version is a hash of the picture, and cannot be guessed.
 */
export async function getApplicationIcon({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; version: string };
}): Promise<Uint8Array | null> {
  const found = await ctx.db.prisma.applicationIcon.findFirst({
    where: { applicationId: input.softId, version: input.version, application: { archivedAt: null } },
    select: { picture: true },
  });
  return found?.picture ?? null;
}
