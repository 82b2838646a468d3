import { describe, expect, test } from "vitest";
import { readHostSettings } from "../settings.ts";
import { peerAddress } from "./caller-address.ts";

const { trusted } = readHostSettings({ GATEPOST_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1, fd00::/8" });

test.for([
  // [connection's other end, X-Forwarded-For, who calls]
  ["198.51.100.7", undefined, "198.51.100.7"],
  ["::ffff:198.51.100.7", undefined, "198.51.100.7"],
  ["198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
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

describe("the host's settings", () => {
  test("have defaults", () => {
    expect(readHostSettings({})).toMatchObject({ dev: false, port: 3000, host: "127.0.0.1", processes: 1 });
    expect(readHostSettings({ PORT: "0", HOST: "::1", WEB_CONCURRENCY: "4" })).toMatchObject({
      port: 0,
      host: "::1",
      processes: 4,
    });
    expect(readHostSettings({ GATEPOST_DEV: "1", WEB_CONCURRENCY: "4" })).toMatchObject({ dev: true, processes: 1 });
  });

  test.for([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["WEB_CONCURRENCY", "0"],
    ["GATEPOST_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["GATEPOST_TRUSTED_PROXIES", "proxy.example.org"],
  ] as const)("that are wrong are named: %s=%s", ([name, value]) => {
    expect(() => readHostSettings({ [name]: value })).toThrow(name);
  });
});
