import { accountLimits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { readAppSettings, readDatabaseSettings, wholeNumber } from "./settings.ts";

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

test("keys name a cell only if the operator names it", () => {
  expect([cellOf(), cellOf(""), cellOf("eu1")]).toEqual([undefined, undefined, "eu1"]);
});

test.for(["EU1", "eu-1", "1", "europewest"])("GATEPOST_CELL=%s is refused with what may be set", (text) => {
  expect(() => cellOf(text)).toThrow(/^GATEPOST_CELL is ".+": give it 1 to 8 lower-case letters and digits/);
});

test("prepared statements are named unless GATEPOST_PREPARED is off, and what is neither is refused", () => {
  const named = (GATEPOST_PREPARED?: string) =>
    readDatabaseSettings({ DATABASE_URL: "x", GATEPOST_SECRET: "x", GATEPOST_PREPARED }).preparedNames;
  expect([undefined, "", "1", "0", "off"].map(named)).toEqual([true, true, true, false, false]);
  expect(() => named("never")).toThrow(
    'GATEPOST_PREPARED is "never": give it on or off; 1 and 0, true and false, yes and no mean the same.',
  );
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
