import type { Context } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { hashKey, hintOf, newKey } from "./key.ts";

export interface CreateKeyInput {
  accountId: number;
  name: string;
  readOnly?: boolean;
  addresses?: string[];
  expiresAt?: Date;
  /** A key made elsewhere, such as the demo's. */
  key?: string;
}

/** Makes a key of the account. The plain text is in this answer and nowhere else. */
export async function createKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateKeyInput;
}): Promise<{ keyId: number; clientKey: string }> {
  requireSystem(ctx);
  const clientKey = input.key ?? newKey();
  const { id } = await ctx.db.prisma.apiKey.create({
    data: {
      accountId: input.accountId,
      name: input.name,
      hash: new Uint8Array(hashKey(clientKey)),
      hint: hintOf(clientKey),
      readOnly: input.readOnly ?? false,
      addresses: input.addresses ?? [],
      expiresAt: input.expiresAt ?? null,
    },
    select: { id: true },
  });
  return { keyId: id, clientKey };
}
