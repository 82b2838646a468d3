import { expect, test } from "vitest";
import { groupPatternProblem } from "../templates/pattern.ts";
import { findValue, isFrom } from "./inbound-rules.ts";

test.for([
  ["+49151234567", "0049 151 / 234567", true],
  ["+49151234567", "+49 151 234568", false],
  ["MyBank", "mybank", true],
  ["My Bank <codes@Bank.example>", "codes@bank.example", true],
  ["codes@bank.example", "@bank.example", true],
  ["codes@otherbank.example", "@bank.example", false],
  ["codes@bank.example.evil.example", "@bank.example", false],
  ["", "@bank.example", false],
] as const)("a message from %j is from %j: %j", ([sender, wanted, expected]) => {
  expect(isFrom(sender, wanted)).toBe(expected);
});

const message = { sender: "+49151234567", text: "Your code is 349001. Do not share it." };

test.for([
  ["code is (\\d{6})", "+49151234567", "349001"],
  ["code is (\\d{6})", "+4915100000", undefined],
  ["PIN (\\d+)", null, undefined],
  ["code is(x?)", null, undefined],
] as const)("the pattern %j from %j finds %j", ([pattern, sender, expected]) => {
  expect(findValue({ pattern, sender }, message)).toBe(expected);
});

test("a pattern must have one group, and matching it takes limited time", () => {
  expect(groupPatternProblem("(\\d{6})")).toBeUndefined();
  expect(groupPatternProblem("\\d{6}")).toContain("one group");
  expect(groupPatternProblem("(\\d)(\\d)")).toContain("one group");
  expect(groupPatternProblem("(")).toContain("cannot be read");
  expect(groupPatternProblem("((?:a{500}){500})")).toContain("too large");
  // What a backtracking engine would not finish.
  expect(findValue({ pattern: "((?:a+)+)b", sender: null }, { sender: "", text: "a".repeat(16_000) })).toBeUndefined();
});
