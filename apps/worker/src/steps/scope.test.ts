import { expect, test } from "vitest";
import { cookiesOf, coversHost, hostOf } from "./solution.ts";

test.each([
  ["shop.example", "shop.example"],
  [" Shop.Example ", "shop.example"],
  [".shop.example", "shop.example"],
  ["*.shop.example", "shop.example"],
  ["https://shop.example:8443/cart", "shop.example"],
  ["shop.example:8443", "shop.example"],
  ["127.0.0.1", "127.0.0.1"],
  ["no host", ""],
])("the domain of interest %j is the host %j", (domain, host) => {
  expect(hostOf(domain)).toBe(host);
});

const scope = { host: "www.shop.example", domains: ["shop.example", "bank.example"] };

test.each([
  ["www.shop.example", true],
  ["login.shop.example", true],
  ["shop.example", true],
  ["bank.example", true],
  ["notshop.example", false],
  ["example", false],
  ["", false],
])("the host %j is in scope: %j", (host, expected) => {
  expect(coversHost(scope, host)).toBe(expected);
});

test("a solution has the cookies of the last page's site and of the domains of interest, and no others", () => {
  const names = cookiesOf(
    [
      cookie("tracker", ".ads.example"),
      cookie("sibling", "login.shop.example"),
      cookie("page", "www.shop.example"),
      cookie("site", ".shop.example"),
      cookie("interest", "online.bank.example"),
      cookie("parent-only", "example"),
    ],
    scope,
  ).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["interest", "page", "sibling", "site"]);
});

test("a cookie for a parent domain counts for a host of interest below it", () => {
  const below = { host: "a.example", domains: ["a.example", "online.bank.example"] };
  expect(cookiesOf([cookie("x", ".bank.example"), cookie("y", "bank.example")], below).map(({ name }) => name)).toEqual(
    ["x"],
  );
});

test("of several cookies with one name the last page's own and most exact one is kept", () => {
  const cookies = [
    { ...cookie("id", "www.shop.example"), path: "/account", value: "exact" },
    { ...cookie("id", "www.shop.example"), path: "/", value: "page" },
    { ...cookie("id", ".shop.example"), path: "/", value: "site" },
    { ...cookie("id", "login.shop.example"), path: "/", value: "sibling" },
    { ...cookie("id", "bank.example"), path: "/", value: "interest" },
  ];
  const values = cookiesOf(cookies, scope).map(({ value }) => value);
  expect(values).toEqual(["interest", "sibling", "site", "page", "exact"]);
});

function cookie(name: string, domain: string) {
  return { name, domain, path: "/", value: "" };
}
