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
