import { isIP } from "node:net";
import { AddressRanges, isAddressRange, plainAddress } from "./network-address.ts";

/**
 * Which addresses tasks, callbacks and pages may reach. Closed are private, loopback, link-local, metadata, multicast
 * and reserved ranges, the machine's own addresses, and what the operator closes (`GATEPOST_EGRESS_DENY`), except for
 * what the operator opens (`GATEPOST_EGRESS_ALLOW`).
 */
export interface EgressPolicy {
  /** Whether a connection to this address is allowed. `host` is the name that resolved to it. */
  allows(target: { address: string; port: number; host: string }): boolean;
}

const closed4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's, which only its virtual machines can reach.
  "168.63.129.16/32",
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
/**
 * Only global unicast is open, except for ranges that embed or document other addresses (6to4, Teredo, NAT64,
 * 2001:db8::).
 */
const closed6 = ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

interface Closed {
  /** A comma-separated list of CIDR ranges and addresses. */
  deny?: string | undefined;
  /** The machine's own addresses at this moment. */
  own?: () => readonly string[];
}

/**
 * Reads a comma-separated list of CIDR ranges, addresses and `host[:port]` (IPv6 with a port in brackets). Throws an
 * error that names the invalid entry.
 */
export function egressPolicy(allow = "", { deny = "", own = () => [] }: Closed = {}): EgressPolicy {
  const denied = entriesOf(deny);
  for (const entry of denied)
    if (!isAddressRange(entry))
      throw new Error(`GATEPOST_EGRESS_DENY: "${entry}" is neither a CIDR range nor an address.`);
  const closed = new AddressRanges([...closed4, ...closed6, ...denied]);

  const openedRanges: string[] = [];
  const openedHosts = new Set<string>();
  for (const entry of entriesOf(allow)) {
    if (isAddressRange(entry)) openedRanges.push(entry);
    else if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i.test(entry)) openedHosts.add(entry.toLowerCase());
    else throw new Error(`GATEPOST_EGRESS_ALLOW: "${entry}" is neither a CIDR range, an address nor host[:port].`);
  }

  const opened = new AddressRanges(openedRanges);

  return {
    allows({ address, port, host }) {
      const plain = plainAddress(address);
      if (plain === undefined) return false;
      const name = host.toLowerCase();
      if (openedHosts.has(name) || openedHosts.has(`${name}:${port}`)) return true;
      if (opened.has(plain)) return true;
      return !closed.has(plain) && !own().some((one) => plainAddress(one) === plain);
    },
  };
}

function entriesOf(list: string): string[] {
  return list.split(",").flatMap((entry) => entry.trim() || []);
}

/**
 * Checks an address before anything is resolved: absolute, http or https, and if its host is a literal address, one
 * that the policy allows. Returns what is wrong, or undefined. Names are checked when a connection is made.
 */
export function websiteProblem(address: string, policy: EgressPolicy): string | undefined {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "must be an absolute http or https URL, such as https://example.com/login.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const literal = isIP(host) ? host : /(?:^|\.)localhost\.?$/i.test(host) ? "127.0.0.1" : undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (literal && !policy.allows({ address: literal, port, host: url.hostname }))
    return "is on a network that Gatepost blocks (the operator can allow it with GATEPOST_EGRESS_ALLOW).";
  return undefined;
}

/** The name and password in an address, encoded as they were; for the address's origin only. */
export interface UserInfo {
  origin: string;
  username: string;
  password: string;
}

/** Splits an absolute URL from its user information. Any other text is returned as it is. */
export function splitUserInfo(address: string): { address: string; userInfo: UserInfo | undefined } {
  const url = address.includes("@") ? URL.parse(address) : null;
  if (!url || (url.username === "" && url.password === "")) return { address, userInfo: undefined };
  const { origin, username, password } = url;
  url.username = url.password = "";
  return { address: url.href, userInfo: { origin, username, password } };
}

export function withoutUserInfo(text: string): string {
  return text.replace(/(\bhttps?:[\\/]{2})[^\s\\/?#"<>]*@/gi, "$1");
}
