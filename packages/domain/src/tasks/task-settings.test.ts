import { expect, test } from "vitest";
import { fullCookies, splitSettings, withSettings } from "./task-settings.ts";

const userInfo = { origin: "https://site.example", username: "ada", password: "pw" };

test.for([{}, { engine: "full" as const }, { userInfo }, { userInfo, engine: "shell" as const }])(
  "the settings %j come back beside the variables",
  (settings) => {
    const stored = JSON.parse(JSON.stringify(withSettings({ a: 1 }, settings)));
    expect(splitSettings(stored)).toEqual({ given: { a: 1 }, settings });
  },
);

test("a task without settings keeps its variables alone; user information that an earlier version kept is read", () => {
  expect(withSettings({ a: 1 }, {})).toEqual({ a: 1 });

  expect(splitSettings({ a: 1, "": userInfo })).toEqual({ given: { a: 1 }, settings: { userInfo } });
});

const domainOf = (domain: string | null, websiteUrl = "https://www.bank.example/") =>
  fullCookies([{ name: "a", value: "b", domain }], websiteUrl)[0]?.domain;

test.each([
  [null, "www.bank.example"],
  ["bank.example", "bank.example"],
  [".bank.example", ".bank.example"],
  [" BANK.Example. ", "bank.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]", "[::1]"],
])("a cookie of the domain %j is one of %s", (given, domain) => {
  expect(domainOf(given)).toBe(domain);
});

test.each(["http://x", "bank.example:8080", "bank.example/", "*.bank.example", "..bank.example", "::1"])(
  "%j is no domain of a cookie",
  (given) => {
    expect(() => domainOf(given)).toThrow("task.cookies[0].domain must be a host name");
  },
);

test.each(["co.uk", ".co.uk", "GitHub.io"])("%s is refused, because no site below it would get the cookie", (given) => {
  expect(() => domainOf(given)).toThrow(/^task\.cookies\[0\]\.domain is \S+, below which .* such as example\.\S+\.$/);
});

test("each cookie whose domain is none is named; a page at a public suffix has cookies of its own", () => {
  const cookies = ["a b", "bank.example", "co.uk"].map((domain) => ({ name: "a", value: "b", domain }));
  expect(() => fullCookies(cookies, "https://bank.example/")).toThrow(/^task\.cookies\[0\].* task\.cookies\[2\]/);

  expect(domainOf("github.io", "https://github.io/")).toBe("github.io");
});
