import { expect, test } from "vitest";
import { AddressRanges, ipv6Network, isAddressRange, plainAddress } from "./network-address.ts";

test.for([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:c633:6407", "198.51.100.7"],
  ["2001:DB8:0:0::0001", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["127.1", undefined],
  ["127.0.0.1%eth0", undefined],
  ["[::1]", undefined],
  ["unknown", undefined],
  ["", undefined],
] as const)("%j is the address %j", ([text, address]) => {
  expect(plainAddress(text)).toBe(address);
});

test.for([
  ["10.0.0.0/8", "10.255.0.1", true],
  ["10.0.0.0/8", "11.0.0.1", false],
  ["10.0.0.0/8", "::ffff:10.0.0.1", true],
  ["::ffff:10.0.0.0/104", "10.255.0.1", true],
  ["192.0.2.1", "192.0.2.2", false],
  ["2001:db8::/32", "2001:DB8:1::", true],
  ["2001:db8::1", "2001:db8:0::1%eth0", true],
  ["0.0.0.0/0", "::1", false],
  ["::/0", "nonsense", false],
] as const)("whether %s has %s: %j", ([range, address, expected]) => {
  expect(new AddressRanges([range]).has(address)).toBe(expected);
});

test.for([...["", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129", "10.1/8"], "1.2.3.4:80"])(
  "%j is no address and no range",
  (text) => {
    expect(isAddressRange(text)).toBe(false);
    expect(() => new AddressRanges(["192.0.2.1", text])).toThrow(text);
  },
);

test.for([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["198.51.100.7", "198.51.100.7"],
] as const)("%s is in the network %s", ([address, network]) => {
  expect(ipv6Network(address, 64)).toBe(network);
});
