import type { Prisma } from "@gatepost/db/connect";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import {
  type Args,
  type Context,
  ofManaged,
  requireManager,
  requireReader,
  requireSession,
} from "../platform/context.ts";
import { DomainError, InvalidProperty, invalidProperty, readList, readProperties } from "../platform/errors.ts";
import { readName, readOptionalName, readText } from "../platform/name.ts";
import { shownScreenshots } from "./pictures.ts";

interface CreateApplicationInput extends ApplicationDetails {
  accountId: number;
  /** Default: the public page is shown at once. */
  published?: boolean;
}

/**
 * Registers an application of the account; its id is the softId by which tasks name it. ERROR_BAD_REQUEST if the
 * account has reached its limit.
 */
export async function createApplication({ ctx, input }: Args<CreateApplicationInput>): Promise<{ softId: number }> {
  requireManager(ctx, input.accountId);
  const details = readDetails(input);
  const { accountId } = input;
  return changeAccount(ctx, accountId, async (tx) => {
    requireBelowLimit(ctx, "applications", await tx.application.count({ where: { accountId, archivedAt: null } }));
    requireBelowLimit(ctx, "applicationsInAll", await tx.application.count({ where: { accountId } }));
    const { id } = await tx.application.create({
      data: {
        accountId,
        ...details,
        ...(input.published !== undefined && { published: input.published }),
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

/** The details as they are stored; an empty address becomes null. ERROR_BAD_REQUEST names each property that is invalid. */
function readDetails(input: ApplicationDetails) {
  return readProperties({
    name: () => readName("name", input.name),
    description: () => readText("description", input.description, 10_000),
    homepage: () => readOptionalAddress("homepage", input.homepage),
    downloadUrl: () => readOptionalAddress("downloadUrl", input.downloadUrl),
    version: () => readOptionalName("version", input.version, 40) ?? "",
    links: () => readLinks(input.links),
  });
}

/** Replaces an application's details. ERROR_ACCESS_DENIED if it does not exist or belongs to another account. */
export async function updateApplication({ ctx, input }: Args<ApplicationDetails & { softId: number }>): Promise<void> {
  await change(ctx, input.softId, readDetails(input));
}

async function change(
  ctx: Context,
  softId: number,
  data: Prisma.ApplicationUpdateManyMutationInput,
  refusal = new DomainError("ERROR_ACCESS_DENIED"),
): Promise<void> {
  const where = { id: softId, archivedAt: null, ...ofManaged(ctx) };
  const { count } = await ctx.db.prisma.application.updateMany({ where, data });
  if (count === 0) throw refusal;
}

/**
 * Archives an application: it is no longer listed and has no public page. Its counts and earnings stay, and tasks that
 * name it are still attributed to it. ERROR_ACCESS_DENIED if it does not exist or belongs to another account.
 */
export async function archiveApplication({ ctx, input }: Args<{ softId: number }>): Promise<void> {
  await change(ctx, input.softId, { archivedAt: new Date(), published: false });
}

/**
 * Shows or hides an application's public page and its download link. Counts stay, and tasks are still attributed to it.
 * ERROR_BAD_REQUEST if it does not exist.
 */
export async function publishApplication({ ctx, input }: Args<{ softId: number; published: boolean }>): Promise<void> {
  const { softId, published } = input;
  await change(ctx, softId, { published }, new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`));
}

/**
 * Restores an archived application of the account that is signed in: it is listed and can be changed again, and its share
 * links work. Its public page stays hidden until it is published. ERROR_ACCESS_DENIED if the account has no such archived
 * application, ERROR_BAD_REQUEST if it has reached its limit of applications.
 */
export async function restoreApplication({ ctx, input }: Args<{ softId: number }>): Promise<void> {
  const { accountId } = requireSession(ctx);
  await changeAccount(ctx, accountId, async (tx) => {
    const where = { id: input.softId, accountId, archivedAt: { not: null } };
    const { count } = await tx.application.updateMany({ where, data: { archivedAt: null, published: false } });
    if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
    const there = await tx.application.count({ where: { accountId, archivedAt: null } });
    requireBelowLimit(ctx, "applications", there - 1);
  });
}

/** An address on an application's public page, beside its homepage and download. */
interface ApplicationLink {
  label: string;
  /** http or https. */
  url: string;
}

const linkLimits = { links: 6, label: 40 };

/** The links as they are stored. ERROR_BAD_REQUEST says which links are invalid, counted from 1, and why. */
function readLinks(given: readonly ApplicationLink[] = []): { label: string; url: string }[] {
  if (given.length > linkLimits.links) throw new InvalidProperty("links", `links must be at most ${linkLimits.links}.`);
  return readList(given, ({ label, url }, index) =>
    readProperties({
      label: () => readName(`label of link ${index + 1}`, label, linkLimits.label),
      url: () => readAddress(`url of link ${index + 1}`, url),
    }),
  );
}

/**
 * An address for a public page, as it is stored. ERROR_BAD_REQUEST if it is not an absolute http or https URL, holds a
 * user name or password, or is longer than 2,000 characters; `property` names it.
 */
function readAddress(property: string, typed: string): string {
  const address = URL.parse(typed.trim());
  if (!address || !/^https?:$/.test(address.protocol))
    throw new InvalidProperty(
      property,
      `${property} must be an absolute http or https URL.`,
      "It must be a complete URL, such as https://example.com.",
    );
  if (address.username || address.password)
    throw invalidProperty(property, "must not hold a user name or password: everybody sees it.");
  // The encoded form goes into a header, so that it is ASCII whatever was typed.
  if (address.href.length > 2_000) throw invalidProperty(property, "must have at most 2,000 characters.");
  return address.href;
}

/** Reads an address that may be missing; null for an empty one. */
function readOptionalAddress(property: string, typed: string | undefined): string | null {
  return typed?.trim() ? readAddress(property, typed) : null;
}

/** What is read of an application for anybody; its description is Markdown. */
const shownOfAll = {
  id: true,
  name: true,
  description: true,
  homepage: true,
  downloadUrl: true,
  version: true,
  links: true,
  demo: true,
  icon: { select: { version: true } },
  screenshots: shownScreenshots,
} as const;

/** A row as it is shown. `readLinks` validated the links before they were stored, so they are read without validation. */
function shown<Row extends { id: number; links: unknown; icon: { version: string } | null }>(row: Row) {
  const { id, links, icon, ...others } = row;
  return { softId: id, ...others, links: links as ApplicationLink[], icon: icon?.version ?? null };
}

const largestId = 2 ** 31 - 1;

export type PublicApplication = NonNullable<Awaited<ReturnType<typeof getPublicApplication>>>;

/** What anybody may see of a published application, with the version of its icon; null for an unknown or unpublished one. */
export async function getPublicApplication({ ctx, input }: Args<{ softId: number }>) {
  if (!Number.isInteger(input.softId) || input.softId < 1 || input.softId > largestId) return null;
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, published: true, archivedAt: null },
    select: shownOfAll,
  });
  return found && shown(found);
}

/**
 * An application as its owner, or a reader of its share link, sees it. `commission`: the owner's share of a captured price, in
 * millionths. ERROR_ACCESS_DENIED for any other id.
 */
export async function getApplication({ ctx, input }: Args<{ softId: number }>) {
  const accountId = requireReader(ctx, input.softId);
  const found = await ctx.db.prisma.application.findFirst({
    where: { id: input.softId, accountId },
    select: { ...shownOfAll, published: true, commission: true, createdAt: true, archivedAt: true },
  });
  if (!found) throw new DomainError("ERROR_ACCESS_DENIED");
  const { archivedAt, ...application } = found;
  return { ...shown(application), archived: archivedAt !== null };
}
