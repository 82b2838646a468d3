import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { readAddress } from "./public-address.ts";

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
