import { expect, test } from "vitest";
import { isWithinDomains, readDomains } from "./stored-secrets.ts";

test.each([
  [" Bank.Example ", "bank.example"],
  ["*.bank.example", "bank.example"],
  [".bank.example", "bank.example"],
  ["BANK.example.", "bank.example"],
  ["bücher.example", "xn--bcher-kva.example"],
])("%j is the domain %s", (given, domain) => {
  expect(readDomains([given, domain]), "the same one counts once").toEqual([domain]);
});

test.each(["", "*", "https://bank.example", "bank.example:8443", "ada@bank.example", "a b", "a.*.b", "a..example"])(
  "%j is no domain",
  (given) => {
    expect(() => readDomains(["bank.example", given])).toThrow("domains[1] must be a host name");
  },
);

test.each(["com", "co.uk", "github.io", "*.github.io", "s3.amazonaws.com", "公司.cn", "com."])(
  "%s is refused, because everybody can register a name below it",
  (given) => {
    expect(() => readDomains(["bank.example", given])).toThrow(
      /^domains\[1\] is \S+, below which everybody can register a name\. Write the site's own domain, such as example\.\S+\.$/,
    );
  },
);

test.each(["bank.co.uk", "ada.github.io", "localhost", "server", "intranet.local", "127.0.0.1", "[::1]"])(
  "%s is accepted",
  (given) => {
    expect(readDomains([given])).toEqual([given]);
  },
);

test.each([
  ["bank.example", ["bank.example"], true],
  ["www.bank.example", ["bank.example"], true],
  ["a.b.bank.example", ["other.example", "bank.example"], true],
  ["notbank.example", ["bank.example"], false],
  ["bank.example.evil.example", ["bank.example"], false],
  ["bank.example.", ["bank.example"], false],
  ["localhost", ["localhost"], true],
  // Whoever writes a top-level domain does not mean every site in it.
  ["bank.example", ["example"], false],
  ["bank.co.uk", ["co.uk"], false],
  ["www.ada.github.io", ["ada.github.io"], true],
])("a page of %j is within %j: %s", (host, domains, within) => {
  expect(isWithinDomains(host, domains)).toBe(within);
});
