import { accountLimits } from "@gatepost/contract/limits";
import { describe, expect, test } from "vitest";
import {
  hostName,
  isLoopbackName,
  readAppSettings,
  readDatabaseSettings,
  readHost,
  readSiteOrigin,
  wholeNumber,
} from "./settings.ts";

const limitsOf = (GATEPOST_ACCOUNT_LIMITS?: string) => readAppSettings({ GATEPOST_ACCOUNT_LIMITS }).accountLimits;

test("the operator sets other limits for accounts by name; the rest keep their defaults", () => {
  expect(limitsOf()).toEqual(accountLimits);
  expect(limitsOf("")).toEqual(accountLimits);
  expect(limitsOf("keys=500 templates=1000")).toEqual({ ...accountLimits, keys: 500, templates: 1_000 });
  expect(limitsOf("keys=5,notes=6")).toEqual({ ...accountLimits, keys: 5, notes: 6 });
});

test.for(["keys", "keys=", "keys=0", "keys=-1", "keys=many", "windows=5", "toString=5", "keys = 5"])(
  "GATEPOST_ACCOUNT_LIMITS=%s is refused with what may be set",
  (text) => {
    expect(() => limitsOf(text)).toThrow(
      /^GATEPOST_ACCOUNT_LIMITS has ".+": give it numbers above zero of keys, .*notes, as in keys=500\.$/,
    );
  },
);

test("a number is written in digits, and blanks mean the default, not zero", () => {
  const read = (SECONDS: string) => wholeNumber({ SECONDS }, "SECONDS", 25, 0, 100);
  expect(["", " ", "0", " 7 "].map(read)).toEqual([25, 25, 0, 7]);
  for (const text of ["1e1", "0x10", "-1", "1.0", "101", "7 s"])
    expect(() => read(text)).toThrow(`SECONDS is "${text}": give it a whole number from 0 to 100.`);
});

const cellOf = (GATEPOST_CELL?: string) => readAppSettings({ GATEPOST_CELL }).cell;

test("keys name a cell only if the operator names it; prepared statements are named unless GATEPOST_PREPARED is off, and what is neither is refused", () => {
  expect([cellOf(), cellOf(""), cellOf("eu1")]).toEqual([undefined, undefined, "eu1"]);

  const named = (GATEPOST_PREPARED?: string) =>
    readDatabaseSettings({ DATABASE_URL: "x", GATEPOST_SECRET: "x", GATEPOST_PREPARED }).preparedNames;
  expect([undefined, "", "1", "0", "off"].map(named)).toEqual([true, true, true, false, false]);
  expect(() => named("never")).toThrow(
    'GATEPOST_PREPARED is "never": give it on or off; 1 and 0, true and false, yes and no mean the same.',
  );
});

test.for(["EU1", "eu-1", "1", "europewest"])("GATEPOST_CELL=%s is refused with what may be set", (text) => {
  expect(() => cellOf(text)).toThrow(/^GATEPOST_CELL is ".+": give it 1 to 8 lower-case letters and digits/);
});

const storeOf = (settings: Record<string, string>) => readAppSettings(settings).objectStore;

test("pictures are kept in PostgreSQL unless a bucket is named", () => {
  expect(storeOf({})).toBeUndefined();
  expect(storeOf({ GATEPOST_S3_BUCKET: "pictures" })).toEqual({
    bucket: "pictures",
    endpoint: undefined,
    region: "us-east-1",
    credentials: undefined,
  });
  const store = { GATEPOST_S3_BUCKET: "pictures", GATEPOST_S3_ENDPOINT: "https://s3.example.org" };
  const keys = { GATEPOST_S3_ACCESS_KEY_ID: "a", GATEPOST_S3_SECRET_ACCESS_KEY: "b" };
  expect(storeOf({ ...store, ...keys, GATEPOST_S3_REGION: "eu" })).toEqual({
    bucket: "pictures",
    endpoint: "https://s3.example.org",
    region: "eu",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
});

test.for([
  [{ GATEPOST_S3_REGION: "eu" }, "GATEPOST_S3_REGION is set, and GATEPOST_S3_BUCKET is not: set both, or neither."],
  [
    { GATEPOST_S3_BUCKET: "s3://pictures" },
    'GATEPOST_S3_BUCKET is "s3://pictures": give it the name of a bucket alone',
  ],
  [{ GATEPOST_S3_BUCKET: "My Pictures" }, 'GATEPOST_S3_BUCKET is "My Pictures"'],
  [{ GATEPOST_S3_BUCKET: "pictures", GATEPOST_S3_ENDPOINT: "s3:9000" }, "GATEPOST_S3_ENDPOINT is no address"],
  [{ GATEPOST_S3_BUCKET: "pictures", GATEPOST_S3_SECRET_ACCESS_KEY: "k" }, "belong together: set both, or neither."],
] as const)("%j is refused with what to set", ([settings, sentence]) => {
  expect(() => storeOf(settings)).toThrow(sentence);
});

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
