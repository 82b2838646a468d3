import { expect, test } from "vitest";
import { stepTarget } from "./begun-steps.ts";

test.each([
  [{ permanent: "#code" }, "#code"],
  [{ variable: "report" }, "{{report}}"],
  [{ text: "text={{order}}" }, "text={{order}}"],
  [{ permanent: "x".repeat(121) }, `${"x".repeat(119)}…`],
  [{ permanent: "🙂".repeat(121) }, `${"🙂".repeat(119)}…`],
  [{ permanent: "https://ada:secret@example.org/in" }, "https://example.org/in"],
  [{ text: "https://ada:secret@{{host}}/in" }, "https://{{host}}/in"],
  [{ permanent: 3 }, null],
  [{ secret: "password" }, null],
  [null, null],
])("the parameter %j is shown as %j", (parameter, shown) => {
  expect(stepTarget(parameter)).toBe(shown);
});
