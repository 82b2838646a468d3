import { expect, test } from "vitest";
import { readHostSettings } from "../settings.ts";
import { addressHeader, addressOfPeer, callerAddress, peerAddress } from "./caller-address.ts";

const { trusted } = readHostSettings({ GATEPOST_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1, fd00::/8" });

test("a route knows the caller's address from the host alone", () => {
  const asked = (headers: Record<string, string>) => callerAddress(new Headers(headers));
  expect(asked({ [addressHeader]: "198.51.100.7", "x-forwarded-for": "203.0.113.9" })).toBe("198.51.100.7");
  expect(asked({ "x-forwarded-for": "203.0.113.9" })).toBe("0.0.0.0");
});

test.for([
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", undefined],
  ["198.51.100.7, 1.2.3.4", undefined],
] as const)("%j is the address %j", ([text, address]) => {
  expect(addressOfPeer(text)).toBe(address);
});

test.for([
  // [connection's other end, X-Forwarded-For, who calls]
  ["::ffff:198.51.100.7", undefined, "198.51.100.7"],
  ["198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9, 10.0.0.2, 192.0.2.1", "203.0.113.9"],
  ["fd00::1", "2001:db8::9", "2001:db8::9"],
  ["::ffff:10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
  ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1"],
  ["10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"],
  ["10.0.0.1", "", "10.0.0.1"],
  [undefined, undefined, "0.0.0.0"],
] as const)("from %s with X-Forwarded-For %s, %s calls", ([remote, forwardedFor, address]) => {
  expect(peerAddress(remote, forwardedFor, trusted)).toBe(address);
});
