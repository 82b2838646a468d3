import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { stepGuide } from "../step-guide.ts";
import { parametersOfType } from "../step-parameters.ts";
import { stepTypes } from "../steps.ts";
import { templatesMarkdown } from "./markdown.ts";
import { parameterDocs } from "./parameter-docs.ts";
import { templateJsonSchema } from "./schema.ts";
import { firstTemplate, stepSection } from "./sections.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/templates.md"), "utf8");

test("docs/templates.md is what npm run docs writes", () => {
  expect(page === templatesMarkdown(), "docs/templates.md is out of date: run npm run docs").toBe(true);
});

test.each(stepTypes)("%s has its parameters with their values and meanings, and its example", (type) => {
  const names = parametersOfType(type).map(({ name }) => name);
  for (const { name, meaning, value } of parameterDocs(type)) {
    expect(meaning, `the meaning of ${type}.${name}`).toMatch(/[.`]$/);
    expect(value, `the value of ${type}.${name}`).not.toBe("");
  }
  const { blocks } = stepSection(type);
  expect(blocks.find(({ kind }) => kind === "table")).toMatchObject({
    rows: names.map((name) => expect.arrayContaining([`\`${name}\``])),
  });
  const example = blocks.find((block) => block.kind === "code");
  expect(JSON.parse(example?.code ?? "")).toEqual(stepGuide[type].example);
});

test("the JSON Schema accepts the first template and the examples, and refuses an unknown step or parameter", () => {
  const accepts = new Ajv2020({ allErrors: true, strict: false }).compile(templateJsonSchema());
  const refused = (document: unknown) => (accepts(document) ? [] : accepts.errors);
  for (const document of [firstTemplate]) expect(refused(document)).toEqual([]);
  for (const type of stepTypes) expect(refused({ name: "A", steps: [stepGuide[type].example] }), type).toEqual([]);
  const click = { type: "CLICK", selector: { permanent: "#go" } };
  for (const step of [{ type: "CLIK" }, { ...click, force: true }, { type: "CLICK" }, { ...click, selector: "#go" }])
    expect(accepts({ name: "A", steps: [step] }), JSON.stringify(step)).toBe(false);
});
