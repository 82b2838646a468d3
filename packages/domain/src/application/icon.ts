import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { managedAccount } from "../permission.ts";

/** Limits of an icon: bytes, and pixels on each side. */
export const iconLimits = { bytes: 65_536, pixels: 512 };

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/**
 * What is wrong with an icon, or null if it can be stored. Its header is read, because a small file can hold a huge
 * picture.
 */
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
 * Sets or removes an application's icon. ERROR_BAD_REQUEST says what is wrong with the picture; ERROR_ACCESS_DENIED if
 * the application does not exist or belongs to another account.
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
 * An application's icon by its version, or null. Whether the application is published does not matter: the version is a
 * hash of the picture, cannot be guessed, and is only known to those who were shown the application.
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
