import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { writtenDocument } from "./stored-document.ts";
import { templateNotFound } from "./template-not-found.ts";

export interface FoundTemplate {
  template: WrittenTemplate;
  version: number;
  /** Whether it is visible to all accounts, rather than the account's own. */
  builtIn: boolean;
}

/**
 * A template that the calling account can use: its own, or else the built-in one of that name. ERROR_TEMPLATE_NOT_FOUND if
 * there is none, or not in that version.
 */
export async function getTemplate({
  ctx,
  input: { name, version },
}: Args<{ name: string; version?: number | null | undefined }>): Promise<FoundTemplate> {
  const { accountId } = requireAccount(ctx, null).actor;
  const found = await ctx.db.prisma.template.findMany({
    where: {
      name: { in: [name, name.normalize("NFC")] },
      OR: [{ accountId }, { accountId: null }],
      currentVersion: { isNot: null },
      draft: false,
    },
    select: { id: true, accountId: true, currentVersion: { select: { number: true, document: true, written: true } } },
  });
  const template = found.find((one) => one.accountId === accountId) ?? found[0];
  const current = template?.currentVersion;
  if (!current) throw await templateNotFound(ctx, accountId, name);
  const builtIn = template.accountId === null;
  if (!version || version === current.number)
    return { template: writtenDocument(current), version: current.number, builtIn };
  const earlier = await ctx.db.prisma.templateVersion.findUnique({
    where: { templateId_number: { templateId: template.id, number: version } },
    select: { document: true, written: true },
  });
  if (earlier) return { template: writtenDocument(earlier), version, builtIn };
  throw new DomainError(
    "ERROR_TEMPLATE_NOT_FOUND",
    `The template has no version ${version}. Its current version is ${current.number}.`,
  );
}
