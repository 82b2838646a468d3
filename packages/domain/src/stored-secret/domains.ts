import { limits } from "@gatepost/contract/limits";
import { InvalidProperty, invalidProperty } from "../errors.ts";
import { isPublicSuffix, readHostName } from "../host-name.ts";

/**
 * The domains of a secret as they are stored: hosts as addresses of pages have them. ERROR_BAD_REQUEST for anything that is
 * not a host, and for a public suffix such as co.uk, below which everybody can register a name.
 */
export function readDomains(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain, index) => readDomain(domain, `domains[${index}]`)))];
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
