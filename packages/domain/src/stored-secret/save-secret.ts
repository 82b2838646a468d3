import { limits } from "@gatepost/contract/limits";
import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError, InvalidProperty, invalidProperty } from "../errors.ts";
import { log } from "../log.ts";
import { readName } from "../name.ts";
import { requireChange } from "../permission.ts";
import { readDomains } from "./domains.ts";
import { secretPlace } from "./secret-place.ts";
import { readTotpKey } from "./totp-key.ts";

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
  const { actor, db, vault } = requireChange(ctx, "templates");
  const { accountId } = actor;
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const name = readName("name", input.name, limits.secretNameLength);
  const domains = readDomains(input.domains);
  requireStorable(input.value);
  if (input.kind === "totp") requireTotpKey(input.value);
  const value = new Uint8Array(vault.seal(input.value, secretPlace(accountId, name)));
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if (input.isNew && (await tx.storedSecret.count({ where: { accountId, name } })) > 0)
      throw new InvalidProperty("name", "Your account has already stored a secret of this name. Replace it.");
    const replaced = await tx.storedSecret.updateMany({
      where: { accountId, name },
      data: { value, domains, updatedAt: new Date() },
    });
    if (replaced.count > 0) return;
    requireBelowLimit(ctx, "secrets", { there: await tx.storedSecret.count({ where: { accountId } }) });
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
    throw new DomainError(
      "ERROR_REQUEST_TOO_LARGE",
      `Over a limit: value has more than ${limits.secretBytes / 1024} KiB.`,
    );
}

function requireTotpKey(value: string): void {
  if (!readTotpKey(value))
    throw invalidProperty(
      "value",
      "is not a key for one-time codes: paste the Base32 text or the otpauth URI that the site shows when you set up an authenticator app.",
    );
}
