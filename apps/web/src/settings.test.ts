import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const required = { DATABASE_URL: "postgresql://127.0.0.1/x", GATEPOST_SECRET: "s".repeat(32) };

test.for([
  ["100/500", { perSecond: 100, burst: 500 }],
  ["1/1", { perSecond: 1, burst: 1 }],
  ["off", null],
  ["", { perSecond: 100, burst: 500 }],
] as const)("GATEPOST_RATE_LIMIT=%s", ([text, rate]) => {
  expect(readSettings({ ...required, GATEPOST_RATE_LIMIT: text }).rate).toEqual(rate);
});

test.for([
  ["DATABASE_URL", ""],
  ["GATEPOST_SECRET", undefined],
  ["GATEPOST_RATE_LIMIT", "many"],
  ["GATEPOST_RATE_LIMIT", "0/5"],
  ["GATEPOST_RATE_LIMIT", "100"],
  ["GATEPOST_MAX_BACKLOG", "-1"],
  ["GATEPOST_MAX_BACKLOG", "1e99"],
  ["GATEPOST_MAX_BODY_MIB", "0"],
  ["GATEPOST_MAX_BODY_MIB", "17"],
  ["GATEPOST_EGRESS_ALLOW", "10.0.0.0/8, no no"],
] as const)("a wrong setting is named: %s=%s", ([name, value]) => {
  expect(() => readSettings({ ...required, [name]: value })).toThrow(name);
});
