import type { WrittenTemplate } from "@gatepost/contract/steps";
import { nameSearch } from "../applications/list-applications.ts";
import {
  type Args,
  type Context,
  requireAccount,
  requireManager,
  requireSession,
  requireSystem,
} from "../platform/context.ts";
import { DomainError, didYouMean } from "../platform/errors.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { draftEnding } from "./find-template.ts";
import { writtenDocument } from "./read-document.ts";
import { listTemplatesSql } from "./sql/list-templates.sql.ts";
import { type ListUsableTemplatesRow, listUsableTemplatesSql } from "./sql/list-usable-templates.sql.ts";
import { summaryCache, type TemplateSummary } from "./summary.ts";

/** The templates of all, or those that one account can use, by id. One without an account is built in, and visible to all. */
export async function listTemplates({ ctx, input }: Args<PageInput & { accountId?: number | undefined }>) {
  requireManager(ctx, input.accountId);
  const { accountId = null } = input;
  return readPage(input, "templateId", (window) => ctx.db.run(listTemplatesSql, { accountId, ...window }));
}

/** `keyId`: the key by which its current version was saved, with its name and hint as long as it exists. */
export type UsableTemplate = ListUsableTemplatesRow & TemplateSummary;

/**
 * The templates that the calling account can use, by id: its own (`builtIn` false), and the built-in ones that it has not
 * replaced (true).
 */
export async function listUsableTemplates({
  ctx,
  input: { search, builtIn, ...page },
}: Args<PageInput & { search?: string | null | undefined; builtIn?: boolean | undefined }>): Promise<
  Page<UsableTemplate>
> {
  const { accountId } = requireAccount(ctx, null);
  const name = nameSearch(search);
  const asked = { accountId, builtIn: builtIn ?? null, pattern: name ? `%${name.contains}%` : null };
  return inAccountTurn(ctx, accountId, async () => {
    const { items, next } = await readPage(page, "templateId", (window) =>
      ctx.db.run(listUsableTemplatesSql, { ...asked, ...window }),
    );
    const usable: UsableTemplate[] = [];
    // One at a time: a page of large documents must not be in memory at once.
    for (const item of items) {
      const summary = await ctx.cache(summaryCache).read(item.versionId);
      // Absent: deleted meanwhile.
      if (summary) usable.push({ ...item, ...summary });
    }
    return { items: usable, next };
  });
}

/**
 * The versions of a template of the user's account that are kept, the latest first; none if it has no template of this name.
 * Superseded ones are deleted when the account needs their place for new ones. `keyName`: of the key by which it was saved, as long as
 * the key exists; null: a person, or a key that is gone.
 */
export async function listTemplateVersions({ ctx, input: { name, ...page } }: Args<PageInput & { name: string }>) {
  const { accountId } = requireSession(ctx);
  const { items, next } = await readPage(page, "number", ({ take, after }) =>
    ctx.db.prisma.templateVersion.findMany({
      where: {
        template: { accountId, ...ofName(name) },
        ...(after !== null && { number: { lt: after } }),
      },
      orderBy: { number: "desc" },
      take,
      select: { number: true, createdAt: true, keyId: true },
    }),
  );
  const keyIds = [...new Set(items.flatMap(({ keyId }) => keyId ?? []))];
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { id: { in: keyIds }, accountId },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map((key) => [key.id, key.name]));
  return {
    items: items.map(({ number, createdAt, keyId }) => ({
      version: number,
      savedAt: createdAt,
      keyName: names.get(keyId ?? 0) ?? null,
    })),
    next,
  };
}

/**
 * A template that the calling account can use: its own, or else the built-in one of that name, which is visible to all accounts.
 * ERROR_TEMPLATE_NOT_FOUND if there is none, or not in that version.
 */
export async function getTemplate({ ctx, input }: Args<WhichTemplate>) {
  const { accountId } = requireAccount(ctx, null);
  return inAccountTurn(ctx, accountId, () => readTemplate(ctx, accountId, input));
}

interface WhichTemplate {
  name: string;
  version?: number | null | undefined;
}

async function readTemplate(ctx: Context, accountId: number, { name, version }: WhichTemplate) {
  const found = await ctx.db.prisma.template.findMany({
    where: { ...ofName(name), OR: [{ accountId }, { accountId: null }] },
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

/** The condition for templates that tasks can be created from, apart from drafts. */
const current = { currentVersionId: { not: null }, draft: false };

/** For those of a name, which templates saved before names were normalised have as it was given. */
export const ofName = (name: string) => ({ ...current, name: { in: [name, name.normalize("NFC")] } });

/** ERROR_TEMPLATE_NOT_FOUND, which names the nearest templates that the account can use; with `own`, of its own alone. */
export async function templateNotFound(ctx: Context, accountId: number, name: string, { own = false } = {}) {
  if (draftEnding.test(name))
    return new DomainError(
      "ERROR_TEMPLATE_NOT_FOUND",
      "This is a draft, which is not saved under its name. Run its task again in the portal, send its document again, or save it.",
    );
  const found = await ctx.db.prisma.template.findMany({
    where: { ...current, ...(own ? { accountId } : { OR: [{ accountId }, { accountId: null }] }) },
    orderBy: { name: "asc" },
    take: 1_000,
    select: { name: true },
  });
  const names = found.map((one) => one.name);
  const none = own
    ? "Your account has no template of this name."
    : "No template of this name is visible to your account.";
  // A person sees them on a page.
  const listed = ctx.actor.kind === "person" ? "" : "listTemplates lists those that are.";
  const others = own ? "Only its own templates can be deleted, not built-in ones." : listed;
  return new DomainError("ERROR_TEMPLATE_NOT_FOUND", `${none} ${didYouMean(name, names) || others}`.trimEnd());
}

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
