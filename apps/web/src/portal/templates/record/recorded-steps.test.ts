import { expect, test } from "vitest";
import { follow, typingSecrets } from "./recorded-steps.ts";

const step = (name: string) => ({ type: "CLICK", selector: name });
const steps = (names: string) => [...names].map(step);
const names = (list: unknown[]) => list.map((one) => (one as { selector: string }).selector).join("");

test.each([
  ["", "", "a", "a"],
  ["a", "a", "ab", "ab"],
  // The recording corrects its last step.
  ["ab", "ab", "ac", "ac"],
  ["ab", "ab", "a", "a"],
  // The author has added, moved, removed or changed some.
  ["abx", "ab", "abc", "abxc"],
  ["ba", "ab", "abc", "bac"],
  ["b", "ab", "abc", "bc"],
  ["aXb", "ab", "acd", "aXcd"],
  ["aX", "ab", "ac", "aXc"],
  ["abx", "ab", "ac", "acx"],
])("an author's %s follows a recording from %s to %s as %s", (own, before, after, expected) => {
  expect(names(follow(steps(own), steps(before), steps(after)))).toBe(expected);
});

test("a password that is a stored secret is not waited for", () => {
  const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "password" };
  const type = { type: "FILL_INPUT", selector: "#password", value: { variable: "password" } };
  expect(typingSecrets([wait, type], new Map([["password", "Shop"]]))).toEqual([
    { ...type, value: { secret: "Shop" } },
  ]);
  expect(typingSecrets([wait, type], new Map([["pin", "Shop"]]))).toEqual([wait, type]);
});
