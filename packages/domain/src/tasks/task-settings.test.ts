import { expect, test } from "vitest";
import { splitSettings, withSettings } from "./task-settings.ts";

const userInfo = { origin: "https://site.example", username: "ada", password: "pw" };

test.for([{}, { engine: "full" as const }, { userInfo }, { userInfo, engine: "shell" as const }])(
  "the settings %j come back beside the variables",
  (settings) => {
    const stored = JSON.parse(JSON.stringify(withSettings({ a: 1 }, settings)));
    expect(splitSettings(stored)).toEqual({ given: { a: 1 }, settings });
  },
);

test("a task without settings keeps its variables alone", () => {
  expect(withSettings({ a: 1 }, {})).toEqual({ a: 1 });
});

test("user information that an earlier version kept is read", () => {
  expect(splitSettings({ a: 1, "": userInfo })).toEqual({ given: { a: 1 }, settings: { userInfo } });
});
