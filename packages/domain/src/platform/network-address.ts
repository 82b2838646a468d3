import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { parse } from "tldts";

type Address = ReturnType<typeof ipaddr.process>;

/**
 * An address in its canonical spelling: IPv6 in its shortest form and without a zone, and IPv4 as such, also if it is
 * mapped into IPv6 (`::ffff:127.0.0.1`, `::ffff:7f00:1`). Undefined if the text is not an address.
 */
export function plainAddress(text: string): string | undefined {
  // Node.js accepts only one spelling of an IPv4 address.
  return isIPv4(text) ? text : parseAddress(text)?.toString();
}

/** The network of an IPv6 address with that many bits, such as `2001:db8::/64`. An IPv4 address is returned as it is. */
export function ipv6Network(address: string, bits: number): string {
  if (isIPv4(address)) return address;
  const parsed = parseAddress(address);
  if (parsed?.kind() !== "ipv6") return parsed?.toString() ?? address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}

export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

/**
 * Addresses and CIDR ranges of both families. IPv4 addresses are never compared with IPv6 ranges, as Node's own
 * `BlockList` does, where `::/3` contains all of them.
 */
export class AddressRanges {
  private readonly ranges: [Address, number][];

  /** Throws if an entry is neither an address nor a range. */
  constructor(entries: readonly string[]) {
    this.ranges = entries.map((entry) => {
      const range = parseRange(entry);
      if (!range) throw new Error(`${entry} is neither an address nor a CIDR range.`);
      return range;
    });
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  has(address: string): boolean {
    if (this.isEmpty) return false;
    const parsed = parseAddress(address);
    if (!parsed) return false;
    return this.ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  }
}

/** `isIP` comes first, because ipaddr.js also reads `127.1`, `0x7f.0.0.1` and other numbers as addresses. */
function parseAddress(text: string): Address | undefined {
  const [address = ""] = text.split("%");
  return isIP(address) && (isIP(text) || isIP(address) === 6) ? ipaddr.process(address) : undefined;
}

function parseRange(text: string): [Address, number] | undefined {
  const [network = "", bits, ...more] = text.split("/");
  const parsed = isIP(network) ? ipaddr.parse(network) : undefined;
  if (!parsed || more.length > 0) return undefined;
  const widest = parsed.kind() === "ipv6" ? 128 : 32;
  const length = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(length <= widest)) return undefined;
  // A range of mapped addresses becomes an IPv4 range, as the addresses themselves do.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96)
    return [parsed.toIPv4Address(), length - 96];
  return [parsed, length];
}

/** A host as addresses of pages have it: lower case, ASCII, without a final dot. Undefined for anything but a host alone. */
export function readHostName(given: string): string | undefined {
  const text = given.replace(/\.$/, "");
  if (text.length > 255) return undefined;
  const url = URL.parse(`http://${text}`);
  // Whatever is more than a host does not come out as it went in.
  const isHost =
    url !== null &&
    /^(?:[\w-]+(?:\.[\w-]+)*|\[.+\])$/.test(url.hostname) &&
    url.href === `http://${url.hostname}/` &&
    !/(?:[/@\\?#]|:\d*)$/.test(text);
  return isHost ? url.hostname : undefined;
}

/** By the Public Suffix List, with the suffixes of companies, such as github.io. An unlisted name, such as localhost, is none. */
export function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true, extractHostname: false });
  return domain === null && (isIcann === true || isPrivate === true);
}

export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
