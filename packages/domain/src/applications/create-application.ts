import { lockAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, requireManager } from "../platform/context.ts";
import { readName, readOptionalName, readText } from "../platform/name.ts";
import { type ApplicationLink, readLinks, readOptionalAddress } from "./application-links.ts";

interface CreateApplicationInput extends ApplicationDetails {
  accountId: number;
  /** Default: the public page is shown at once. */
  published?: boolean;
  demo?: boolean;
}

/**
 * Registers an application of the account; its id is the softId by which tasks name it. ERROR_BAD_REQUEST if the
 * account has reached its limit.
 */
export async function createApplication({ ctx, input }: Args<CreateApplicationInput>): Promise<{ softId: number }> {
  requireManager(ctx, input.accountId);
  const details = readDetails(input);
  const { accountId } = input;
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    requireBelowLimit(ctx, "applications", {
      there: await tx.application.count({ where: { accountId, archivedAt: null } }),
    });
    requireBelowLimit(ctx, "applicationsInAll", { there: await tx.application.count({ where: { accountId } }) });
    const { id } = await tx.application.create({
      data: {
        accountId,
        ...details,
        ...(input.published !== undefined && { published: input.published }),
        demo: input.demo ?? false,
      },
      select: { id: true },
    });
    return { softId: id };
  });
}

export interface ApplicationDetails {
  name: string;
  /** Markdown. */
  description?: string | undefined;
  homepage?: string | undefined;
  downloadUrl?: string | undefined;
  version?: string | undefined;
  links?: ApplicationLink[] | undefined;
}

/** The details as they are stored; an empty address becomes null. ERROR_BAD_REQUEST names the property that is invalid. */
export function readDetails(input: ApplicationDetails) {
  return {
    name: readName("name", input.name),
    description: readText("description", input.description, 10_000),
    homepage: readOptionalAddress("homepage", input.homepage),
    downloadUrl: readOptionalAddress("downloadUrl", input.downloadUrl),
    version: readOptionalName("version", input.version, 40) ?? "",
    links: readLinks(input.links),
  };
}
