import { limits } from "@gatepost/contract/limits";
import { parse } from "tldts";
import { InvalidProperty, invalidProperty } from "../errors.ts";

/**
 * The domains of a secret as they are stored: hosts in lower case, international ones in their ASCII form. ERROR_BAD_REQUEST
 * for anything that is not a host, and for a public suffix such as co.uk, below which everybody can register a name.
 */
export function readDomains(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain, index) => readDomain(domain, `domains.${index + 1}`)))];
  if (domains.length < 1 || domains.length > limits.domainsOfSecret)
    throw invalidProperty("domains", `must have 1 to ${limits.domainsOfSecret} host names.`);
  return domains;
}

function readDomain(given: string, property: string): string {
  const text = given.trim().replace(/^\*?\./, "");
  const url = URL.parse(`http://${text}`);
  // Whatever is more than a host does not come out as it went in.
  const isHost =
    url !== null &&
    /^(?:[\w.-]+|\[.+\])$/.test(url.hostname) &&
    url.href === `http://${url.hostname}/` &&
    !/[/@\\?#:]$/.test(text);
  if (!isHost || text.length > 255)
    throw new InvalidProperty(
      "domains",
      `${property} must be a host name, such as bank.example, without a scheme, port or path. Its subdomains are included.`,
      `“${text}” is not a host name. Write one such as bank.example, without https:// and without a port or path.`,
    );
  if (isPublicSuffix(url.hostname))
    throw new InvalidProperty(
      "domains",
      `${property} is ${url.hostname}, below which everybody can register a name. Write the site's own domain, such as example.${url.hostname}.`,
      `Everybody can register a name below ${url.hostname}. Write the site's own domain, such as example.${url.hostname}.`,
    );
  return url.hostname;
}

/** By the Public Suffix List, with the suffixes of companies, such as github.io. An unlisted name, such as localhost, is none. */
function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true, extractHostname: false });
  return domain === null && (isIcann === true || isPrivate === true);
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
