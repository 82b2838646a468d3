import { expect, test } from "vitest";
import { commandText } from "./command-name.ts";

test("arguments are quoted for a shell", () => {
  expect(commandText("push", 7, "the code's name")).toBe("npx gatepost push 7 'the code'\\''s name'");
});
