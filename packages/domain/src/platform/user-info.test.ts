import { expect, test } from "vitest";
import { splitUserInfo, withoutUserInfo } from "./egress.ts";

test.for([
  ["https://ada:pw@site.example/a?b#c", "https://site.example/a?b#c", "ada", "pw"],
  ["https://ada@site.example:8443", "https://site.example:8443/", "ada", ""],
  ["http://:pw@site.example/", "http://site.example/", "", "pw"],
  ["http://a%40b:p%2Fw@site.example/@x", "http://site.example/@x", "a%40b", "p%2Fw"],
  ["http://a@b:c@d@site.example/", "http://site.example/", "a%40b", "c%40d"],
  [" HTTP:\\\\ada:pw@SITE.example\\a", "http://site.example/a", "ada", "pw"],
] as const)("%s is %s with a name and a password beside it", ([whole, plain, username, password]) => {
  const { origin } = new URL(plain);
  const split = splitUserInfo(whole);
  expect(split).toEqual({ address: plain, userInfo: { origin, username, password } });
  expect(new URL(withoutUserInfo(whole)).href).toBe(plain);
});

test.for([
  "https://site.example/a@b",
  "https://site.example?to=ada@site.example",
  "https://@site.example/",
  "no address @ all",
])("%s comes back as it is", (address) => {
  expect(splitUserInfo(address)).toEqual({ address, userInfo: undefined });
});

test("user information is removed from any text that contains an address", () => {
  expect(
    withoutUserInfo('the address "http://ada:pw@10.0.0.1/" and https://a@b@c.example, mail to ada@site.example'),
  ).toBe('the address "http://10.0.0.1/" and https://c.example, mail to ada@site.example');
  expect(withoutUserInfo("https://site.example/a@b https://site.example?a@b")).toBe(
    "https://site.example/a@b https://site.example?a@b",
  );
});
