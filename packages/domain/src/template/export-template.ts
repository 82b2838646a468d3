import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import { writtenDocument } from "./stored-document.ts";

interface ExportTemplateInput {
  name: string;
  /** The account; omitted: a built-in template. */
  accountId?: number | undefined;
  /** Omitted: the current version. */
  version?: number | undefined;
}

/**
 * A template's document, in the form that saveTemplate accepts. ERROR_BAD_REQUEST if there is no template of that name
 * and version.
 */
export async function exportTemplate({ ctx, input }: Args<ExportTemplateInput>): Promise<WrittenTemplate> {
  requireSystem(ctx);
  const { name, accountId = null, version } = input;
  const found = await ctx.db.prisma.templateVersion.findFirst({
    where: {
      template: { accountId, name },
      ...(version === undefined ? { currentOf: { isNot: null } } : { number: version }),
    },
    select: { document: true, written: true },
  });
  if (!found) throw new DomainError("ERROR_BAD_REQUEST", missing(input));
  return writtenDocument(found);
}

function missing({ name, accountId, version }: ExportTemplateInput): string {
  const whose = accountId === undefined ? "no built-in template" : `no template of account ${accountId}`;
  return `There is ${whose} named ${name}${version === undefined ? "" : ` with a version ${version}`}.`;
}
