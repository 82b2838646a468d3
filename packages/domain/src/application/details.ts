import { DomainError } from "../errors.ts";
import { readName, readText } from "../name.ts";

/** How an owner describes an application. */
export interface ApplicationDetails {
  name: string;
  description?: string | undefined;
  homepage?: string | undefined;
  downloadUrl?: string | undefined;
}

/** The details as they are stored; empty text becomes null. ERROR_BAD_REQUEST names the property that is invalid. */
export function readDetails(input: ApplicationDetails): {
  name: string;
  description: string;
  homepage: string | null;
  downloadUrl: string | null;
} {
  return {
    name: readName("name", input.name),
    description: readText("description", input.description, 2_000),
    homepage: readAddress("homepage", input.homepage),
    downloadUrl: readAddress("downloadUrl", input.downloadUrl),
  };
}

function readAddress(property: string, given: string | undefined): string | null {
  const typed = given?.trim();
  if (!typed) return null;
  const address = URL.parse(typed);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new DomainError("ERROR_BAD_REQUEST", `${property} must be an absolute http or https URL.`);
  if (address.username || address.password)
    throw new DomainError("ERROR_BAD_REQUEST", `${property} must not hold a user name or password: everybody sees it.`);
  // The encoded form goes into a header, so that it is ASCII whatever was typed.
  if (address.href.length > 2_000)
    throw new DomainError("ERROR_BAD_REQUEST", `${property} must have at most 2,000 characters.`);
  return address.href;
}
