import { stepForms } from "@gatepost/contract/step-forms";
import { expect, test } from "vitest";
import { ordered } from "./document.ts";

const forms = new Map(stepForms().map((form) => [form.type as string, form]));

test("the database's order of properties is put right, nested steps too, and nothing is lost", () => {
  const stored = {
    steps: [
      {
        then: [{ value: { variable: "a" }, type: "FILL_INPUT", selector: { permanent: "b" } }],
        type: "IF_ELEMENT",
        else: [],
        selector: { permanent: "c" },
      },
      { odd: 1, type: "NO_SUCH_TYPE" },
      "no step",
    ],
    name: "x",
    timeout: 60,
  };
  const result = ordered(stored, forms);
  expect(result).toEqual(stored);
  expect(JSON.stringify(result)).toBe(
    '{"name":"x","timeout":60,"steps":[{"type":"IF_ELEMENT","selector":{"permanent":"c"},"then":[{"type":"FILL_INPUT","selector":{"permanent":"b"},"value":{"variable":"a"}}],"else":[]},{"type":"NO_SUCH_TYPE","odd":1},"no step"]}',
  );
});
