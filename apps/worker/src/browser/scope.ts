/** The hosts whose cookies and storage a solution contains. Hosts are lower case, without a port. */
export interface Scope {
  /** The last page's host. */
  host: string;
  /** The last page's site (its registrable domain), then the domains of interest. */
  domains: readonly string[];
}

interface CookiePlace {
  /** With a leading dot if subdomains receive it too. */
  domain: string;
  path: string;
}

/** The host of a domain of interest, given as a host, `.host`, `*.host` or an address. */
export function hostOf(domain: string): string {
  const text = domain.trim().toLowerCase();
  const address = text.includes("://") ? text : `http://${text.replace(/^\*?\./, "")}`;
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/** Whether a host is one of the domains or below one. */
export function coversHost({ domains }: Scope, host: string): boolean {
  return domains.some((domain) => isWithin(host, domain));
}

/**
 * The cookies of the scope, ordered so that of several with one name the last one is what the last page receives:
 * others first, then those of its site, then those sent to its host, the longest path last.
 */
export function cookiesOf<T extends CookiePlace>(cookies: readonly T[], scope: Scope): T[] {
  const rank = ({ domain }: T) => {
    if (reaches(domain, scope.host)) return 2;
    return scope.domains[0] !== undefined && isWithin(bare(domain), scope.domains[0]) ? 1 : 0;
  };
  return cookies
    .filter(({ domain }) => scope.domains.some((of) => isWithin(bare(domain), of) || reaches(domain, of)))
    .sort(
      (a, b) => rank(a) - rank(b) || bare(a.domain).length - bare(b.domain).length || a.path.length - b.path.length,
    );
}

/** Whether a cookie of this domain is sent to the host. */
function reaches(domain: string, host: string): boolean {
  return bare(domain) === host || (domain.startsWith(".") && isWithin(host, bare(domain)));
}

function isWithin(host: string, domain: string): boolean {
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function bare(domain: string): string {
  return domain.replace(/^\./, "");
}
