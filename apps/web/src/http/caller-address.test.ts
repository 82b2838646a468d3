import { expect, test } from "vitest";
import { addressHeader, addressOfPeer, callerAddress } from "./caller-address.ts";

const lookup = (headers: Record<string, string>) => (name: string) => headers[name];

test("a route knows the caller's address from the host alone", () => {
  expect(callerAddress(lookup({ [addressHeader]: "198.51.100.7", "x-forwarded-for": "203.0.113.9" }))).toBe(
    "198.51.100.7",
  );
  expect(callerAddress(lookup({ "x-forwarded-for": "203.0.113.9" }))).toBe("0.0.0.0");
});

test.for([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:443", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", undefined],
  ["", undefined],
  ["198.51.100.7, 1.2.3.4", undefined],
] as const)("%j is the address %j", ([text, address]) => {
  expect(addressOfPeer(text)).toBe(address);
});
