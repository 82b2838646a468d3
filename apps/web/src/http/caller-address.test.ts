import { afterEach, expect, test } from "vitest";
import { addressHeader, addressOfPeer, announceFront, callerAddress } from "./caller-address.ts";

const lookup = (headers: Record<string, string>) => (name: string) => headers[name];

afterEach(() => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("gatepost.web.fronted")];
});

test("behind server.ts, only its header is trusted", () => {
  announceFront();
  expect(callerAddress(lookup({ [addressHeader]: "198.51.100.7", "x-forwarded-for": "203.0.113.9" }))).toBe(
    "198.51.100.7",
  );
  expect(callerAddress(lookup({ "x-forwarded-for": "203.0.113.9" }))).toBe("0.0.0.0");
});

test("without server.ts, its header is ignored, and the last hop added by a proxy is used", () => {
  expect(callerAddress(lookup({ [addressHeader]: "198.51.100.7" }))).toBe("0.0.0.0");
  expect(callerAddress(lookup({ "x-forwarded-for": "1.2.3.4, 203.0.113.9" }))).toBe("203.0.113.9");
  expect(callerAddress(lookup({ "x-forwarded-for": "::ffff:127.0.0.1" }))).toBe("127.0.0.1");
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
