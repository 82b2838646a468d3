import { limits } from "@gatepost/contract/limits";
import { Secret, TOTP, URI } from "otpauth";
import { type Args, requireAccount, requireChange } from "../platform/context.ts";
import { DomainError, InvalidProperty, invalidProperty, readList, readProperties } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { readName } from "../platform/name.ts";
import { isPublicSuffix, readHostName } from "../platform/network-address.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import type { Bound } from "../platform/vault.ts";
import { changeAccount, requireBelowLimit } from "./account-limits.ts";

interface SaveSecretInput {
  name: string;
  value: string;
  /** Hosts; their subdomains are included. */
  domains: readonly string[];
  /** A key for one-time codes must be one; whatever is absent here can be any text. Not stored. */
  kind?: "totp" | undefined;
  /** Refuses a name that the account has stored already, instead of replacing that secret. */
  isNew?: boolean | undefined;
}

/** Shorter values cannot be covered in texts and pictures: too much else would be. */
const shortest = 4;

/**
 * Stores a secret of the calling account, encrypted, or replaces the one of that name, its domains included. No method reads
 * the value back. ERROR_BAD_REQUEST for a value, name or domain that cannot be stored and at the limit of secrets;
 * ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function saveSecret({ ctx, input }: Args<SaveSecretInput>): Promise<void> {
  const { accountId, keyId } = requireChange(ctx, "templates");
  const { name, domains } = readProperties({
    name: () => readName("name", input.name, limits.secretNameLength),
    domains: () => readDomains(input.domains),
    value: () => {
      requireStorable(input.value);
      if (input.kind === "totp") requireTotpKey(input.value);
    },
  });
  const value = new Uint8Array(ctx.vault.seal(input.value, secretPlace(accountId, name)));
  await changeAccount(ctx, accountId, async (tx) => {
    if (input.isNew && (await tx.storedSecret.count({ where: { accountId, name } })) > 0)
      throw new InvalidProperty("name", "Your account has already stored a secret of this name. Replace it.");
    const replaced = await tx.storedSecret.updateMany({
      where: { accountId, name },
      data: { value, domains, updatedAt: new Date() },
    });
    if (replaced.count > 0) return;
    requireBelowLimit(ctx, "secrets", await tx.storedSecret.count({ where: { accountId } }));
    await tx.storedSecret.createMany({ data: { accountId, name, value, domains } });
  });
  log("secret saved", { accountId, keyId });
}

function requireStorable(value: string): void {
  if (value.replace(/\s/g, "").length < shortest)
    throw invalidProperty(
      "value",
      `must have at least ${shortest} characters that are not blank, because a shorter one could not be covered in results.`,
    );
  if (Buffer.byteLength(value) > limits.secretBytes)
    throw new InvalidProperty(
      "value",
      `Over a limit: value has more than ${limits.secretBytes / 1024} KiB.`,
      `It has more than ${limits.secretBytes / 1024} KiB.`,
      "ERROR_REQUEST_TOO_LARGE",
    );
}

function requireTotpKey(value: string): void {
  if (!readTotpKey(value))
    throw invalidProperty(
      "value",
      "is not a key for one-time codes: paste the Base32 text or the otpauth URI that the site shows when you set up an authenticator app.",
    );
}

export const secretPlace = (accountId: number, name: string): Bound => [accountId, 0, `stored secret ${name}`];

/**
 * Deletes a stored secret of the calling account. Tasks that have begun keep it until they end; others fail at the step that
 * types it. ERROR_BAD_REQUEST if there is none of that name; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function deleteSecret({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { accountId, keyId } = requireChange(ctx, "templates");
  const { count } = await ctx.db.prisma.storedSecret.deleteMany({ where: { accountId, name: storedName(input.name) } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has stored no secret of this name.");
  log("secret deleted", { accountId, keyId });
}

/** A name as saveSecret stores it, by which a template or a call may write it in another form. */
export function storedName(name: string): string {
  return name.trim().normalize("NFC");
}

/** Of RFC 4226, whose numbers have 31 bits. */
const maxDigits = 10;

/** The key of one-time codes (RFC 6238) that a text holds, Base32 or an otpauth URI; undefined if it is neither. */
export function readTotpKey(text: string): TOTP | undefined {
  const key = parse(text.trim());
  return key instanceof TOTP && key.secret.bytes.length > 0 && key.digits <= maxDigits ? key : undefined;
}

function parse(text: string) {
  try {
    if (/^otpauth:/i.test(text)) return URI.parse(text);
    return new TOTP({ secret: Secret.fromBase32(text.replace(/[\s-]/g, "")) });
  } catch {
    return undefined;
  }
}

/**
 * The domains of a secret as they are stored: hosts as addresses of pages have them. ERROR_BAD_REQUEST for anything that is
 * not a host, and for a public suffix such as co.uk, below which everybody can register a name.
 */
export function readDomains(given: readonly string[]): string[] {
  const domains = [...new Set(readList(given, (domain, index) => readDomain(domain, `domains[${index}]`)))];
  if (domains.length < 1 || domains.length > limits.domainsOfSecret)
    throw invalidProperty("domains", `must have 1 to ${limits.domainsOfSecret} host names.`);
  return domains;
}

function readDomain(given: string, property: string): string {
  const text = given.trim().replace(/^\*?\./, "");
  const host = readHostName(text);
  if (host === undefined)
    throw new InvalidProperty(
      "domains",
      `${property} must be a host name, such as bank.example, without a scheme, port or path. Its subdomains are included.`,
      `“${text}” is not a host name. Write one such as bank.example, without https:// and without a port or path.`,
    );
  if (isPublicSuffix(host))
    throw new InvalidProperty(
      "domains",
      `${property} is ${host}, below which everybody can register a name. Write the site's own domain, such as example.${host}.`,
      `Everybody can register a name below ${host}. Write the site's own domain, such as example.${host}.`,
    );
  return host;
}

/**
 * Whether a host is one of the domains or below one. A name without a dot, such as localhost, has no subdomains here, nor has
 * a public suffix, which earlier releases stored.
 */
export function isWithinDomains(host: string, domains: readonly string[]): boolean {
  return domains.some(
    (domain) => host === domain || (domain.includes(".") && host.endsWith(`.${domain}`) && !isPublicSuffix(domain)),
  );
}

/**
 * The stored secrets of the calling account, the oldest first, without their values, which are never read back. `updatedAt`: when
 * the value or the domains were stored last. ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function listSecrets({ ctx, input }: Args<PageInput>) {
  const { accountId } = requireAccount(ctx, "templates");
  return readPage(input, "id", ({ take, after }) =>
    ctx.db.prisma.storedSecret.findMany({
      where: { accountId, ...(after !== null && { id: { gt: after } }) },
      select: { id: true, name: true, domains: true, createdAt: true, updatedAt: true },
      orderBy: { id: "asc" },
      take,
    }),
  );
}
