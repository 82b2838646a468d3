import { expect, test } from "vitest";
import { sizeText } from "./report.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 KB"],
  [1_449_000, "1.4 MB"],
  [2_500_000_000, "2.5 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
