import { readTotpKey } from "@gatepost/domain/accounts/stored-secrets";
import { expect, test } from "vitest";
import { oneTimeCode } from "./typed-values.ts";

const { signal } = new AbortController();
const base32 = {
  SHA1: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  SHA256: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA",
  SHA512: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA",
};

async function codeAt(seconds: number, key: string): Promise<string> {
  const read = readTotpKey(key);
  if (!read) throw new Error("no key");
  return oneTimeCode(read, { signal, now: () => seconds * 1_000 });
}

/** RFC 6238, appendix B. */
test.each([
  [1_111_111_111, "SHA1", "14050471"],
  [1_111_111_111, "SHA256", "67062674"],
  [1_111_111_111, "SHA512", "99943326"],
  [20_000_000_000, "SHA512", "47863826"],
] as const)("at %i s the code of the %s key is %s", async (seconds, algorithm, code) => {
  const uri = `otpauth://totp/Bank:ada?secret=${base32[algorithm]}&algorithm=${algorithm}&digits=8`;
  expect(await codeAt(seconds, uri)).toBe(code);
});

test("Base32 alone means six digits, 30 seconds and SHA-1, however it is written", async () => {
  expect(await codeAt(1_111_111_111, base32.SHA1)).toBe("050471");
  expect(await codeAt(1_111_111_111, " gezd gnbv gy3t qojq gezd-gnbv-gy3t-qojq== ")).toBe("050471");
});

test("a URI's period is honoured", async () => {
  const uri = `otpauth://totp/ada?secret=${base32.SHA1}&period=60`;
  expect(await codeAt(65, uri)).toBe(await codeAt(115, uri));
  expect(await codeAt(65, uri)).toBe(await codeAt(35, base32.SHA1));
});

test("a code that is about to expire is not used: the next one is, once its period has begun", async () => {
  const began = performance.now();
  const [ending, next] = [29.95, 30].map((seconds) => codeAt(seconds, base32.SHA1));
  expect(await ending).toBe(await next);
  expect(performance.now() - began).toBeGreaterThan(40);
  expect(await codeAt(28, base32.SHA1)).toBe(await codeAt(0, base32.SHA1));
});

test.each([
  "",
  "passw0rd!",
  "0189",
  "otpauth://hotp/ada?secret=GEZDGNBV&counter=1",
  "otpauth://totp/ada",
  "otpauth://totp/ada?secret=GEZDGNBV&period=0",
  "otpauth://totp/ada?secret=GEZDGNBV&digits=40",
])("%j is no key", (text) => {
  expect(readTotpKey(text)).toBeUndefined();
});
