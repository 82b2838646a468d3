/** A host as URLs write it (IPv6 in brackets), and a port. */
export interface Target {
  host: string;
  port: number;
}

/**
 * What a browser requests only to send its credentials. The proxy itself answers, without looking up the name, which no
 * network has (RFC 6761, section 6.4).
 */
export const credentialsUrl = "http://gatepost.invalid/";

/** A host without the brackets of IPv6. */
export function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

/** The target of a plain request, which must be http. */
export function targetUrl(address = ""): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === "http:" ? url : undefined;
}

/** The target of a CONNECT: `host:port`, parsed as a URL, so that a number means the address that it stands for. */
export function authority(text = ""): Target | undefined {
  const port = Number(/^[^/?#@\\]+:(\d{1,5})$/.exec(text)?.[1]);
  if (!port || !URL.canParse(`http://${text}`)) return undefined;
  return { host: new URL(`http://${text}`).hostname, port };
}
