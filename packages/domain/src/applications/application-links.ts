import { DomainError, InvalidProperty, invalidProperty } from "../platform/errors.ts";
import { readName } from "../platform/name.ts";

/** An address on an application's public page, beside its homepage and download. */
export interface ApplicationLink {
  label: string;
  /** http or https. */
  url: string;
}

const linkLimits = { links: 6, label: 40 };

/** The links as they are stored. ERROR_BAD_REQUEST says which link is invalid, counted from 1, and why. */
export function readLinks(given: readonly ApplicationLink[] = []): { label: string; url: string }[] {
  if (given.length > linkLimits.links)
    throw new DomainError("ERROR_BAD_REQUEST", `links must be at most ${linkLimits.links}.`);
  return given.map(({ label, url }, index) => ({
    label: readName(`label of link ${index + 1}`, label, linkLimits.label),
    url: readAddress(`url of link ${index + 1}`, url),
  }));
}

/** The links of a row. `readLinks` validated them before they were stored, so they are read without validation. */
export function storedLinks(column: unknown): ApplicationLink[] {
  return column as ApplicationLink[];
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
      "It must be a whole address, such as https://example.com.",
    );
  if (address.username || address.password)
    throw invalidProperty(property, "must not hold a user name or password: everybody sees it.");
  // The encoded form goes into a header, so that it is ASCII whatever was typed.
  if (address.href.length > 2_000) throw invalidProperty(property, "must have at most 2,000 characters.");
  return address.href;
}

/** Reads an address that may be missing; null for an empty one. */
export function readOptionalAddress(property: string, typed: string | undefined): string | null {
  return typed?.trim() ? readAddress(property, typed) : null;
}
