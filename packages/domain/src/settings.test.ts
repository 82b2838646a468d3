import { accountLimits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { readAppSettings } from "./settings.ts";

const limitsOf = (GATEPOST_ACCOUNT_LIMITS?: string) => readAppSettings({ GATEPOST_ACCOUNT_LIMITS }).accountLimits;

test("the operator sets other limits for accounts by name; the rest keep their defaults", () => {
  expect(limitsOf()).toEqual(accountLimits);
  expect(limitsOf("")).toEqual(accountLimits);
  expect(limitsOf("keys=500 templates=1000")).toEqual({ ...accountLimits, keys: 500, templates: 1_000 });
  expect(limitsOf("keys=5,notes=6")).toEqual({ ...accountLimits, keys: 5, notes: 6 });
});

test.for(["keys", "keys=", "keys=0", "keys=-1", "keys=many", "doors=5", "toString=5", "keys = 5"])(
  "GATEPOST_ACCOUNT_LIMITS=%s is refused with what may be set",
  (text) => {
    expect(() => limitsOf(text)).toThrow(
      /^GATEPOST_ACCOUNT_LIMITS has ".+": give it numbers above zero of keys, .*notes, as in keys=500\.$/,
    );
  },
);
