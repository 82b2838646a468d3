import { errorCodes } from "@gatepost/contract/errors";
import { expect, test } from "vitest";
import { colourOf } from "./labels.ts";

test("every error code has a different colour, and anything else has the accent colour", () => {
  const colours = ["", ...errorCodes].map(colourOf);
  expect(new Set(colours).size).toBe(colours.length);
  expect(colourOf("")).toBe("var(--accent)");
});
