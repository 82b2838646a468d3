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
  const closed = new Ranges();
  for (const range of [...closed4, ...closed6]) closed.add(range);

  const opened = new Ranges();
  const openedHosts = new Set<string>();
  for (const entry of allow
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (isIP(entry.split("/")[0] ?? "")) opened.add(entry);
    else if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i.test(entry)) openedHosts.add(entry.toLowerCase());
    else throw new Error(`GATEPOST_EGRESS_ALLOW: "${entry}" is neither a CIDR range, an address nor host[:port].`);
  }

  return {
    allows({ address, port, host }) {
      if (!isIP(address)) return false;
      const name = host.toLowerCase();
      if (openedHosts.has(name) || openedHosts.has(`${name}:${port}`)) return true;
      return opened.has(address) || !closed.has(address);
    },
  };
}

/**
 * Addresses of both families, kept apart: one BlockList for both holds an IPv4 address against IPv6 ranges too, and
 * ::/3 would close all of IPv4. An IPv4 address in IPv6 clothes is judged as what it is.
 */
class Ranges {
  private readonly lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  /** An address or a CIDR range. */
  add(range: string): void {
    const [network = "", bits] = range.split("/");
    const family = familyOf(network);
    if (bits === undefined) this.lists[family].addAddress(network, family);
    else this.lists[family].addSubnet(network, Number(bits), family);
  }

  has(address: string): boolean {
    const plain = unmapped(address);
    return this.lists[familyOf(plain)].check(plain, familyOf(plain));
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** `::ffff:7f00:1` and `::ffff:127.0.0.1` are 127.0.0.1. */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address;
  const compact = new URL(`http://[${address.split("%")[0]}]`).hostname;
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(compact) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
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
