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

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). The parser has already decoded the body. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The headers that a proxy forwards, in their order and spelling, as Node's flat list of names and values. With
 * `upgrade`, including those that request another protocol.
 */
export function endToEnd(raw: readonly string[], { upgrade = false } = {}): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, n) => [raw[2 * n] ?? "", raw[2 * n + 1] ?? ""] as const);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((token) => token.trim().toLowerCase()));
  return pairs
    .filter(([name]) => {
      const low = name.toLowerCase();
      if (upgrade && (low === "connection" || low === "upgrade")) return true;
      return !hopByHop.has(low) && !named.includes(low);
    })
    .flat();
}
