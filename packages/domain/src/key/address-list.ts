import { BlockList, isIP } from "node:net";

/** What is wrong with an entry of an address list, or nothing: an address, or a range such as 192.0.2.0/24. */
export function addressProblem(entry: string): string | undefined {
  const [network = "", bits, more] = entry.split("/");
  const kind = isIP(network);
  const widest = kind === 6 ? 128 : 32;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  if (kind !== 0 && isRange && more === undefined) return undefined;
  return `${entry || "An empty text"} is no address: give one such as 192.0.2.7, or a range such as 192.0.2.0/24.`;
}

/** Whether an address is in a list of addresses and CIDR ranges. */
export function isListed(address: string, list: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIP(plain)) return false;
  const allowed = new BlockList();
  for (const entry of list) {
    const [network = "", bits] = entry.split("/");
    const kind = isIP(network) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) allowed.addAddress(network, kind);
    else allowed.addSubnet(network, Number(bits), kind);
  }
  return allowed.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
