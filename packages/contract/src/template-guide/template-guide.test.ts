import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { templateJsonSchema } from "../json-schema.ts";
import { ownParameterDocs, parameterDocs, parametersOfType } from "../step-parameters.ts";
import { type StepType, stepDefinitions, stepTypes } from "../steps.ts";
import { stepSection, stepsMarkdown } from "./step-sections.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/steps.md"), "utf8");

test("docs/steps.md is what npm run docs writes", () => {
  expect(page === stepsMarkdown(), "docs/steps.md is out of date: run npm run docs").toBe(true);
});

test.each(stepTypes)("%s has its parameters with their values and meanings, and its example", (type) => {
  for (const { name, meaning, value } of parameterDocs(type)) {
    expect(meaning, `the meaning of ${type}.${name}`).toMatch(/[.`]$/);
    expect(value, `the value of ${type}.${name}`).not.toBe("");
  }
  // What all steps have is described once, before them.
  const common = ["timeout", "optional"];
  const names = parametersOfType(type).flatMap(({ name }) => (common.includes(name) ? [] : [name]));
  const section = stepSection(type);
  const rows = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name = ""]) => name);
  expect(rows.filter((name) => !common.includes(name))).toEqual(names);
  const [, example = ""] = /```json\n(.*?)\n```/s.exec(section) ?? [];
  expect(JSON.parse(example)).toEqual(stepDefinitions[type].example);
});

test("tables say what an optional parameter's absence means, and have an own timeout only where that means something else", () => {
  const withOwn = stepTypes.filter((type) => ownParameterDocs(type).some(({ name }) => name === "timeout"));
  expect(withOwn).toEqual([
    ...["WAIT_FOR_VARIABLE_VALUE", "ASK_AGAIN_IF_TEXT", "ASK_AGAIN_IF_ELEMENT", "PAUSE"],
    ...["IF_ELEMENT", "IF_TEXT", "IF_URL", "REPEAT_WHILE_ELEMENT"],
  ]);

  const read = (type: StepType, name: string) => parameterDocs(type).find((one) => one.name === name);
  expect(read("READ_LIST", "limit")?.standard).toBe("1,000");
  expect(read("WAIT_FOR_VARIABLE_VALUE", "kind")?.standard).toBe("any JSON");
  expect(read("WAIT_FOR_VARIABLE_VALUE", "options")?.value).toBe("1 to 20 strings of at most 200 characters");
  expect(read("FILL_INPUT", "value")).toMatchObject({ forms: ["permanent", "variable", "text", "secret", "totp"] });
});

test("the JSON Schema accepts the examples, and refuses an unknown step or parameter", () => {
  const accepts = new Ajv2020({ allErrors: true, strict: false }).compile(templateJsonSchema());
  const refused = (document: unknown) => (accepts(document) ? [] : accepts.errors);
  for (const type of stepTypes)
    expect(refused({ name: "A", steps: [stepDefinitions[type].example] }), type).toEqual([]);
  const click = { type: "CLICK", selector: "#go" };
  for (const selector of [{ permanent: "#go" }, { variable: "go" }, ["#go", { variable: "go" }]])
    expect(refused({ name: "A", steps: [{ ...click, selector }] })).toEqual([]);
  for (const step of [{ type: "CLIK" }, { ...click, force: true }, { type: "CLICK" }, { ...click, selector: 5 }])
    expect(accepts({ name: "A", steps: [step] }), JSON.stringify(step)).toBe(false);
});
