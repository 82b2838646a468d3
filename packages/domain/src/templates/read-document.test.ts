import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formExpectation } from "@gatepost/contract/problems";
import { stepDefinitions, stepTypes } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { builtInTemplates } from "./built-in/install.ts";
import { lintTemplate } from "./lint.ts";
import { asWritten, checkDocument, mostProblems, readDocument } from "./read-document.ts";

const click = { type: "CLICK", selector: "#go" };
const both = { permanent: "a", variable: "b" };
const waitFor = (name: string) => ({ type: "WAIT_FOR_VARIABLE_VALUE", name });

function problemsOf(document: unknown): string[] {
  const checked = checkDocument(document);
  return "problems" in checked ? checked.problems.map(({ path, message }) => `${path}: ${message}`) : [];
}

test("all problems of a document are returned at once, in the order of its steps", () => {
  const problems = problemsOf({
    name: "  ",
    stpes: 1,
    steps: [
      { type: "CLIK" },
      { type: "CLICK" },
      click,
      { type: "FILL_INPUT", selector: null, valeu: { variable: "code" } },
      { type: "CLICK", selector: "a[" },
      { ...waitFor("c"), pattern: "(a" },
      { type: "ASK_AGAIN_IF_TEXT", text: "No", name: "d" },
    ],
  });
  expect(problems).toEqual([
    "name: It must be a string of 1 or more characters.",
    expect.stringMatching(/^stpes: A template has no property "stpes"\. Did you mean "steps"\? It may have: name, /),
    expect.stringMatching(/^steps\.1\.type: There is no step type "CLIK"\. Did you mean "CLICK"\? The types are: FILL/),
    'steps.2.selector: CLICK needs selector, such as "button[type=submit]".',
    'steps.4.selector: It must be a value, {"variable": "name"} or {"text": "… {{name}} …"}, such as "#login".',
    'steps.4.value: FILL_INPUT needs value, such as {"variable":"login"}.',
    expect.stringMatching(
      /^steps\.4\.valeu: FILL_INPUT has no parameter "valeu"\. Did you mean "value"\? It may have: sel/,
    ),
    "steps.5.selector: The selector of CLICK cannot be read: expected attribute name near character 2.",
    expect.stringMatching(/^steps\.6\.pattern: The pattern cannot be read: /),
    "steps.7.name: No step before it waits for d: put a WAIT_FOR_VARIABLE_VALUE with this name before it.",
  ]);
});

test.each<[sentence: string, step: unknown, problem: string]>([
  ["a step that is null", null, ": A step must be an object."],
  ["a step without a type", { selector: { permanent: "a" } }, ".type: A step needs a type"],
  ["a type that is a prototype's name", { type: "constructor" }, '.type: There is no step type "constructor"'],
  [
    "a parameter of a prototype's name",
    JSON.parse('{"__proto__":{},"type":"CLICK","selector":"a"}'),
    ".__proto__: CLICK",
  ],
  ["a variable where only a value may be", { ...waitFor("c"), name: { variable: "c" } }, ".name: It must be a value"],
  ["a parameter that is both", { ...click, selector: both }, ".selector: It must be a value, {"],
  ["a stored secret in a selector", { ...click, selector: { secret: "password" } }, ".selector: It must be a value, {"],
  ["a number as a text", { ...click, selector: { permanent: 5 } }, ".selector.permanent: It must be a string."],
  ["too long a time", { ...click, timeout: { permanent: 99_999 } }, ".timeout.permanent: It must be at most 3600."],
  ["a bare time that is too long", { ...click, timeout: 99_999 }, ".timeout: It must be at most 3600."],
  ["a bare empty text", { ...click, selector: "" }, ".selector: It must be a string of 1 or more characters."],
  ["a text for yes or no", { type: "SET_CHECKBOX", selector: "#a", checked: "yes" }, ".checked: It must be a boolean."],
  ["a number in a list of selectors", { ...click, selector: ["#a", 5] }, ".selector.2: It must be a string."],
  ["a bare selector that is no CSS", { ...click, selector: "a[" }, ".selector: The selector of CLICK cannot be"],
  ["one of several that is no CSS", { ...click, selector: ["#a", "a["] }, ".selector.2: The selector of CLICK"],
  ["an empty list of selectors", { ...click, selector: [] }, ".selector: It must be a value, "],
])("%s is reported with its place and what to write", (_, step, problem) => {
  const problems = problemsOf({ name: "A", steps: [step] });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`steps.1${problem}`);
});

test("bare values, also nested ones, are read as the long form and kept as they were written", () => {
  const short = {
    name: "A",
    steps: [
      { type: "CLICK", selector: "#go", timeout: 5 },
      { type: "SET_CHECKBOX", selector: ["#a"], checked: true },
      { type: "IF_TEXT", text: "x", then: [{ type: "CLICK", selector: ["#a", { variable: "b" }] }] },
      { type: "READ_LIST", selector: "tr", fields: { id: { selector: ".id", attribute: "href" } }, as: "rows" },
      { type: "WAIT_FOR_VARIABLE_VALUE", name: "b", kind: "choice", options: ["yes", "no"] },
    ],
  };
  const long = (permanent: unknown) => ({ permanent });
  const read = readDocument(short);
  expect(read.steps).toEqual([
    { type: "CLICK", selector: long("#go"), timeout: long(5) },
    { type: "SET_CHECKBOX", selector: long("#a"), checked: long(true) },
    { type: "IF_TEXT", text: long("x"), then: [{ type: "CLICK", selector: [long("#a"), { variable: "b" }] }] },
    {
      type: "READ_LIST",
      selector: long("tr"),
      as: long("rows"),
      fields: { id: { selector: long(".id"), attribute: long("href") } },
    },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: long("b"), kind: long("choice"), options: long(["yes", "no"]) },
  ]);
  expect(readDocument(read)).toEqual(read);
  expect(asWritten(short, read)).toEqual({ ...short, description: "" });
});

test("the editor says what a schema expects in the words of a form", () => {
  const checked = checkDocument(
    { name: "", description: "x".repeat(2_001), steps: [{ ...click, selector: { permanent: "" } }] },
    formExpectation,
  );
  expect(checked).toEqual({
    problems: [
      { path: "name", message: "It must be filled in." },
      { path: "description", message: "It must be a text of at most 2000 characters." },
      { path: "steps.1.selector.permanent", message: "It must be filled in." },
    ],
  });
});

test("ASK_AGAIN needs a wait before it, which may be faulty, and in a repetition one in it", () => {
  const wait = waitFor("code");
  const steps = [
    { ...wait, promt: "Code?" },
    { type: "ASK_AGAIN_IF_TEXT", text: "No", name: "code" },
  ];
  expect(problemsOf({ name: "A", steps })).toEqual([expect.stringMatching(/no parameter "promt".*"prompt"/)]);

  const again = { type: "ASK_AGAIN_IF_ELEMENT", selector: "#a", name: "code" };
  const repeat = (steps: object[]) => ({ type: "REPEAT_WHILE_ELEMENT", selector: "a", max: 3, steps });
  expect(problemsOf({ name: "A", steps: [repeat([wait, again])] })).toEqual([]);
  expect(problemsOf({ name: "A", steps: [wait, repeat([again])] })).toEqual([
    expect.stringMatching(/^steps\.2\.steps\.1\.name: No step before it waits for code/),
  ]);
});

test("steps are nested four deep at most; a wait cannot be optional, and a joined text must be one", () => {
  const nest = (depth: number): object =>
    depth === 0 ? click : { type: "IF_TEXT", text: "x", then: [nest(depth - 1)] };
  expect(problemsOf({ name: "A", steps: [nest(4)] })).toEqual([]);
  expect(problemsOf({ name: "A", steps: [nest(6)] })).toEqual([
    expect.stringMatching(/^steps\.1\.then\.1\.then\.1\.then\.1\.then\.1\.then\.1: It is nested 5 deep/),
  ]);

  const wait = { ...waitFor("code"), optional: true };
  expect(problemsOf({ name: "A", steps: [wait] })).toEqual([expect.stringMatching(/no parameter "optional"/)]);
  const open = { type: "OPEN_PAGE", url: { text: "https://a.example/{{id" } };
  expect(problemsOf({ name: "A", steps: [open] })).toEqual([
    expect.stringMatching(/^steps\.1\.url\.text: It must be a text in which each \{\{ has its \}\}/),
  ]);
});

test.each([
  ["\u2028", '"\\u2028"', /^In the template: "\\u2028": A template has no property/],
  ["ключ", "ключ", /^In the template: ключ: /],
  ["a-b", "a-b", /^a-b: /],
])("the place of a property named %j is %s", (name, path, message) => {
  const document = { name: "A", steps: [click], [name]: 1 };
  const checked = checkDocument(document);
  expect("problems" in checked && checked.problems.map((one) => one.path)).toEqual([path]);
  expect(() => readDocument(document)).toThrow(message);
});

test("more problems than anybody reads are counted; the error names the first, counts the others, and carries all", () => {
  const steps = Array.from({ length: 150 }, () => ({ type: "CLIK" }));
  const problems = problemsOf({ name: "A", steps });
  expect(problems).toHaveLength(mostProblems + 1);
  expect(problems.at(-1)).toBe(": There are 50 more problems.");

  try {
    readDocument({ name: "A", steps: [{ type: "CLIK" }, { type: "CLICK" }, {}] });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({
      code: "ERROR_BAD_REQUEST",
      message: expect.stringMatching(/^steps\.1\.type: There is no step type .* There are 2 more problems\.$/),
      details: { problems: [{ path: "steps.1.type" }, { path: "steps.2.selector" }, { path: "steps.3.type" }] },
    });
  }
});

test.each([null, 5, "x", [], { name: "A" }, { steps: [] }, { name: "A", steps: {} }])(
  "%j is no document",
  (document) => {
    expect(problemsOf(document).length).toBeGreaterThan(0);
  },
);

test("the built-in templates and the examples of guide and documentation have no problem, and but for the guide's nothing odd", () => {
  for (const document of builtInTemplates) expect(lintTemplate(readDocument(document))).toEqual([]);
  for (const type of stepTypes) {
    const problems = problemsOf({ name: "A", steps: [stepDefinitions[type].example] });
    expect(problems.filter((problem) => !problem.includes("No step before it waits"))).toEqual([]);
  }

  const examples = join(import.meta.dirname, "../../../../docs/examples");
  for (const file of globSync("*.json", { cwd: examples }))
    expect(lintTemplate(readDocument(JSON.parse(readFileSync(join(examples, file), "utf8")))), file).toEqual([]);
});

test("a prompt holds what the template reads, and no variables, of which a template uses no more than a task may bring", () => {
  const read = { type: "READ_TEXT", selector: "#amount", as: "amount" };
  const wait = (text: string) => ({ ...waitFor("approval"), prompt: { text } });
  expect(problemsOf({ name: "A", steps: [read, wait("Approve {{amount}}?")] })).toEqual([]);
  expect(problemsOf({ name: "A", steps: [read, wait("Approve {{amount}} with {{password}}?")] })).toEqual([
    'steps.2.prompt: No READ_TEXT reads password. A prompt holds texts that READ_TEXT reads under the name in "as", and no variables.',
  ]);

  const fill = (names: number) =>
    Array.from({ length: names }, (_, n) => ({ type: "FILL_INPUT", selector: "#a", value: { text: `{{v${n}}}` } }));
  const steps = [{ type: "READ_TEXT", selector: "#a", as: "v0" }, ...fill(101)];
  expect(problemsOf({ name: "a", steps })).toEqual([]);
  expect(problemsOf({ name: "a", steps: fill(101) })).toEqual([
    "steps: They use 101 variables, and a task brings 100 at most. Make some of them fixed values.",
  ]);
});
