import { readName, readOptionalName, readText } from "../name.ts";
import { type ApplicationLink, readLinks } from "./links.ts";
import { readOptionalAddress } from "./public-address.ts";

/** How an owner describes an application. */
export interface ApplicationDetails {
  name: string;
  /** Markdown. */
  description?: string | undefined;
  homepage?: string | undefined;
  downloadUrl?: string | undefined;
  version?: string | undefined;
  links?: ApplicationLink[] | undefined;
}

/** The details as they are stored; an empty address becomes null. ERROR_BAD_REQUEST names the property that is invalid. */
export function readDetails(input: ApplicationDetails) {
  return {
    name: readName("name", input.name),
    description: readText("description", input.description, 10_000),
    homepage: readOptionalAddress("homepage", input.homepage),
    downloadUrl: readOptionalAddress("downloadUrl", input.downloadUrl),
    version: readOptionalName("version", input.version, 40) ?? "",
    links: readLinks(input.links),
  };
}
