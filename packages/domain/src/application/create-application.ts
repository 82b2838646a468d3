import { accountMustExist } from "../account/account-must-exist.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";

export interface CreateApplicationInput {
  accountId: number;
  name: string;
  description?: string;
  homepage?: string;
  downloadUrl?: string;
  demo?: boolean;
}

/** Registers an application of the account; its id is the softId by which tasks name it. */
export async function createApplication({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateApplicationInput;
}): Promise<{ softId: number }> {
  requireSystem(ctx);
  const name = input.name.trim();
  if (name.length < 1 || name.length > 100)
    throw new DomainError("ERROR_BAD_REQUEST", "name must have 1 to 100 characters.");
  for (const [property, address] of Object.entries({ homepage: input.homepage, downloadUrl: input.downloadUrl })) {
    if (address !== undefined && !isWebAddress(address))
      throw new DomainError("ERROR_BAD_REQUEST", `${property} must be an absolute http or https URL.`);
  }
  await accountMustExist(ctx.db.prisma, input.accountId);

  const { id } = await ctx.db.prisma.application.create({
    data: {
      accountId: input.accountId,
      name,
      description: input.description ?? "",
      homepage: input.homepage ?? null,
      downloadUrl: input.downloadUrl ?? null,
      demo: input.demo ?? false,
    },
    select: { id: true },
  });
  return { softId: id };
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
