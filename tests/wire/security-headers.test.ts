import { expect, test } from "vitest";
import { securityHeaders } from "../../apps/web/src/http/security-headers.ts";
import { openWire } from "./wire.ts";

const { url } = openWire();

test.for([
  ["a method", "POST", "getBalance"],
  ["an unknown method", "POST", "solveEverything"],
  ["a verb that is none of ours", "PROPFIND", "getBalance"],
  ["a page", "GET", "sign-in"],
  ["a page that is not there", "GET", "_next/x"],
] as const)("the answer to %s carries the security headers", async ([, method, path]) => {
  const { headers } = await fetch(`${url}/${path}`, { method, ...(method === "POST" && { body: "{}" }) });
  for (const [name, value] of Object.entries(securityHeaders)) expect(headers.get(name), name).toBe(value);
});
