import { describe, expect, test } from "vitest";
import { hostName, isLoopbackName, readHost, readSiteOrigin } from "./settings.ts";

test.for([
  ["localhost", "localhost"],
  ["LOCALHOST.:3000", "localhost"],
  ["127.0.0.1:3000", "127.0.0.1"],
  ["127.1", "127.0.0.1"],
  ["2130706433", "127.0.0.1"],
  ["gatepost.example:65535", "gatepost.example"],
  ["gatepost.example:65536", undefined],
  ["gatepost.example:", undefined],
  ["user@localhost", undefined],
  ["localhost/x", undefined],
  ["localhost\\x", undefined],
  ["localhost, localhost", undefined],
  [" localhost", undefined],
  ["%6cocalhost", undefined],
  ["bücher.example", undefined],
  ["[::1", undefined],
  ["", undefined],
  [undefined, undefined],
] as const)("the host %j has the name %j", ([host, name]) => {
  expect(hostName(host)).toBe(name);
});

test.for([
  ["localhost", true],
  ["a.localhost", true],
  ["127.255.255.254", true],
  ["[::1]", true],
  ["localhost.example", false],
  ["notlocalhost", false],
  ["0.0.0.0", false],
  ["[::ffff:7f00:1]", false],
  ["1.127.0.0.1", false],
  [undefined, false],
] as const)("whether %j is a loopback name: %j", ([name, loopback]) => {
  expect(isLoopbackName(name)).toBe(loopback);
});

test.for(["127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%eth0", "localhost", "web-1.internal"])(
  "HOST can be %s",
  (HOST) => {
    expect(readHost({ HOST })).toBe(HOST);
  },
);

test.for(["http://0.0.0.0", "0.0.0.0:3000", "[::1]", "300.1.1.1", "my host", "*", "/run/socket"])(
  "HOST=%s is refused with what to write instead",
  (HOST) => {
    expect(() => readHost({ HOST })).toThrow(
      `HOST is "${HOST}": give it an address of this machine without a port, as 127.0.0.1 or ::1, or 0.0.0.0 for all.`,
    );
  },
);

describe("GATEPOST_ORIGIN", () => {
  test.for([undefined, "", "127.0.0.1", "localhost", "::1", "127.0.0.2"])("is not needed with HOST=%s", (HOST) => {
    expect(readSiteOrigin({ HOST })).toBeUndefined();
  });

  test.for(["0.0.0.0", "::", "10.1.2.3", "fe80::1", "gatepost.example.com"])("is needed with HOST=%s", (HOST) => {
    expect(() => readSiteOrigin({ HOST })).toThrow(`HOST is ${HOST}`);
    expect(readSiteOrigin({ HOST, GATEPOST_ORIGIN: "https://a.example/" })).toBe("https://a.example");
  });

  test.for(["gatepost.example.com", "ftp://gatepost.example.com", "https://", "*"])("cannot be %s", (origin) => {
    expect(() => readSiteOrigin({ GATEPOST_ORIGIN: origin })).toThrow("GATEPOST_ORIGIN");
  });

  test.for(["https://a.example/portal", "https://a.example/?x=1", "https://a.example/#x"])(
    "has no path: %s",
    (origin) => {
      const said = "give it the site's address without a path, as https://gatepost.example.com.";
      expect(() => readSiteOrigin({ GATEPOST_ORIGIN: origin })).toThrow(`GATEPOST_ORIGIN is "${origin}": ${said}`);
    },
  );

  test("has no user, and the message does not show the password", () => {
    expect(() => readSiteOrigin({ GATEPOST_ORIGIN: "https://ann:hunter2@a.example" })).toThrow(
      /^GATEPOST_ORIGIN is "https:\/\/…@a\.example": /,
    );
  });
});
