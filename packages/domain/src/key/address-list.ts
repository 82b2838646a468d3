import { AddressRanges, isAddressRange } from "../ip-address.ts";

/**
 * What is wrong with an entry of an address list, or undefined. An entry is an address, or a range such as
 * 192.0.2.0/24.
 */
export function addressProblem(entry: string): string | undefined {
  if (isAddressRange(entry)) return undefined;
  return `${entry || "An empty text"} is no address: give one such as 192.0.2.7, or a range such as 192.0.2.0/24.`;
}

/** Whether an address is in a list of addresses and CIDR ranges. */
export function isListed(address: string, list: readonly string[]): boolean {
  return new AddressRanges(list).has(address);
}
