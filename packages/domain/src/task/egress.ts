import { BlockList, isIP } from "node:net";

/**
 * Which addresses tasks, callbacks and pages may reach. Private, loopback, link-local, metadata, multicast and
 * reserved ranges are closed unless the operator opens them (`GATEPOST_EGRESS_ALLOW`).
 */
export interface EgressPolicy {
  /** May a connection be made to this very address? `host` is the name that led to it. */
  allows(target: { address: string; port: number; host: string }): boolean;
}

const closed4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Only global unicast is open, and of it not what wraps or documents another range (6to4, Teredo, NAT64, 2001:db8::). */
const closed6 = ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/**
 * Reads a comma-separated list of CIDR ranges, addresses and `host[:port]` (IPv6 with a port in brackets).
 * Throws with the offending entry named.
 */
export function egressPolicy(allow = ""): EgressPolicy {
  const closed = new BlockList();
  for (const range of closed4) addRange(closed, range, "ipv4");
  for (const range of closed6) addRange(closed, range, "ipv6");

  const opened = new BlockList();
  const openedHosts = new Set<string>();
  for (const entry of allow
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const range = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(entry);
    if (range?.[1] && isIP(range[1])) addRange(opened, entry, isIP(range[1]) === 6 ? "ipv6" : "ipv4");
    else if (isIP(entry)) opened.addAddress(entry, isIP(entry) === 6 ? "ipv6" : "ipv4");
    else if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i.test(entry)) openedHosts.add(entry.toLowerCase());
    else throw new Error(`GATEPOST_EGRESS_ALLOW: "${entry}" is neither a CIDR range, an address nor host[:port].`);
  }

  return {
    allows({ address, port, host }) {
      const family = isIP(address);
      if (family === 0) return false;
      const kind = family === 6 ? "ipv6" : "ipv4";
      const name = host.toLowerCase();
      if (openedHosts.has(name) || openedHosts.has(`${name}:${port}`)) return true;
      if (opened.check(address, kind)) return true;
      const mapped = kind === "ipv6" ? /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] : undefined;
      if (mapped) return opened.check(mapped, "ipv4") || !closed.check(mapped, "ipv4");
      return !closed.check(address, kind);
    },
  };
}

function addRange(list: BlockList, range: string, kind: "ipv4" | "ipv6"): void {
  const [network, bits] = range.split("/") as [string, string];
  list.addSubnet(network, Number(bits), kind);
}

/**
 * Judges an address before anything is resolved: absolute http(s), and where its host is a literal address,
 * one that the policy allows. Returns what is wrong, or nothing. Names are judged when a connection is made.
 */
export function websiteProblem(address: string, policy: EgressPolicy): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "must be an absolute http or https URL, such as https://example.com/login.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const literal = isIP(host) ? host : /(?:^|\.)localhost\.?$/i.test(host) ? "127.0.0.1" : undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (literal && !policy.allows({ address: literal, port, host: url.hostname }))
    return "leads to a network that this installation does not open (its operator can, with GATEPOST_EGRESS_ALLOW).";
  return undefined;
}
