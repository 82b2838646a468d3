import { InvalidProperty, invalidProperty } from "../errors.ts";

/**
 * An address for a public page, as it is stored. ERROR_BAD_REQUEST if it is not an absolute http or https URL, holds a
 * user name or password, or is longer than 2,000 characters; `property` names it.
 */
export function readAddress(property: string, typed: string): string {
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

/** The same for an optional address; null for an empty one. */
export function readOptionalAddress(property: string, typed: string | undefined): string | null {
  return typed?.trim() ? readAddress(property, typed) : null;
}
