import { type Step, type TemplateDocument, templateDocument } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { builtInTemplates } from "./built-in/install.ts";
import { lintTemplate } from "./lint.ts";

const wait = (name: string, more: object = {}) => ({
  type: "WAIT_FOR_VARIABLE_VALUE",
  name,
  prompt: "Enter it.",
  ...more,
});
const fill = (variable: string) => ({ type: "FILL_INPUT", selector: "#code", value: { variable } });
const typed = (variable: string) => ({ type: "FILL_INPUT", selector: `#${variable}`, value: { variable } });
const askAgain = (name: string) => ({ type: "ASK_AGAIN_IF_TEXT", name, text: "not right" });
const askAgainIf = (name: string) => ({ type: "ASK_AGAIN_IF_ELEMENT", name, selector: `#${name}` });
const click = { type: "CLICK", selector: "#go" };
const seen = { type: "WAIT_FOR_TEXT", text: "Welcome" };
const open = (url: string | object) => ({ type: "OPEN_PAGE", url });
const hover = (selector: string) => ({ type: "HOVER", selector });
const reach = (pattern: string | object) => ({ type: "WAIT_FOR_URL", pattern });
const pause = { type: "PAUSE", seconds: 60 };
const readAmount = { type: "READ_TEXT", selector: "#sum", as: "amount" };
const typeAmount = { type: "FILL_INPUT", selector: "#amount", value: { text: "{{amount}}" } };
const readList = { type: "READ_LIST", selector: "tr", as: "rows" };
const ifElement = (then: object[], otherwise?: object[]) => ({
  type: "IF_ELEMENT",
  selector: "#x",
  then,
  ...(otherwise && { else: otherwise }),
});
const repeat = (steps: object[]) => ({ type: "REPEAT_WHILE_ELEMENT", selector: "#x", max: 3, steps });
const agreed = wait("agreed", { kind: "yes_no" });
const ifValue = (name: string, equals: string) => ({
  type: "IF_VALUE",
  name,
  equals,
  then: [{ type: "TAKE_SCREENSHOT" }],
});
const codes = [wait("sms"), wait("email"), typed("sms"), typed("email"), click];

function warnings(steps: object[], more: Partial<TemplateDocument> = {}) {
  const document = templateDocument.parse({ name: "A", steps: steps as Step[], ...more });
  return lintTemplate(document).map(({ path, message }) => `${path}: ${message}`);
}

test.each<[sentence: string, steps: object[]]>([
  ["waits, types and checks the outcome", [wait("code"), fill("code"), click, seen]],
  ["pauses as long as it may take", [pause, { ...pause, timeout: 60 }]],
  ["asks for one of two codes again, by what the page says of it", [...codes, askAgain("sms"), seen]],
  [
    "asks for a code again before its form is filled in",
    [typed("login"), click, wait("sms"), typed("sms"), click, askAgainIf("sms"), seen],
  ],
  ["confirms an answer by an element", [wait("sum"), { ...seen, selector: "#sum", text: { variable: "sum" } }]],
  ["reads the list that a click leads to", [click, { ...readList, fields: { text: {} } }]],
  ["downloads the file that a click leads to", [click, { type: "DOWNLOAD_FILE", selector: "#file", as: "report" }]],
  [
    "reads an answer of yes or no, and types a text that it read",
    [readAmount, agreed, ifValue("agreed", "true"), typeAmount],
  ],
  [
    "checks a box by an answer",
    [agreed, { type: "SET_CHECKBOX", selector: "#terms", checked: { variable: "agreed" } }],
  ],
  ["uses a text that one branch read", [ifElement([readAmount]), typeAmount]],
  ["uses a text that one run of a repetition may have read", [repeat([readAmount]), typeAmount]],
  ["uses a text that an earlier run may have read", [repeat([ifElement([typeAmount]), readAmount])]],
  [
    "uses a text that the other branch may have read in an earlier run",
    [repeat([ifElement([typeAmount], [readAmount])])],
  ],
  [
    "uses a text in an optional step, reached in the second run",
    [repeat([{ ...typeAmount, optional: true }, readAmount])],
  ],
  [
    "uses a text that was read before the task asked again",
    [wait("code"), ifElement([typeAmount]), fill("code"), readAmount, askAgain("code")],
  ],
  [
    "opens an address of the web, or one that is a variable",
    [open(" https://site.example/login "), open({ variable: "address" }), open({ text: "{{host}}/login" })],
  ],
  [
    "has selectors that name elements",
    ["h1", "ul li", "BODY", "my-button", "text=Sign in", "svg path", "a, button", "*", "#sign"].map(hover),
  ],
  [
    "has patterns that can fit an address",
    ["*/home", "https://site.example/home*", "http*", "about:blank", "*"].map(reach),
  ],
  [
    "has joined patterns that can fit an address",
    [{ text: "{{site}}/home" }, { text: "https://{{host}}/" }, { variable: "address" }].map(reach),
  ],
  ["names windows", ["first", "newest", "*/help"].map((to) => ({ type: "SWITCH_WINDOW", to }))],
])("a template that %s has no warning", (_, steps) => {
  expect(warnings(steps)).toEqual([]);
});

test("nor has any that is built in", () => {
  for (const document of builtInTemplates) expect(lintTemplate(templateDocument.parse(document))).toEqual([]);
});

test.each<[sentence: string, steps: object[], warning: RegExp, more?: Partial<TemplateDocument>]>([
  [
    "a wait behind the first use",
    [fill("code"), wait("code")],
    /^steps\.2: It waits for code, which step 1 uses already: move/,
  ],
  [
    "a wait in one branch only",
    [ifElement([wait("code")]), fill("code")],
    /^steps\.1\.then\.1: Not every way to step 2 waits for code: wait for it before step 1, or in both of its branches\.$/,
  ],
  [
    "a use in the other branch than its wait",
    [click, ifElement([fill("code")], [wait("code"), fill("code")]), seen],
    /^steps\.2\.else\.1: Not every way to step 2\.then\.1 waits for code: wait for it before step 2, or in both/,
  ],
  [
    "a wait in a repetition, which may not run",
    [repeat([ifElement([wait("code")])]), fill("code")],
    /^steps\.1\.steps\.1\.then\.1: Not every way to step 2 waits for code: wait for it before step 1\.$/,
  ],
  [
    "a text that is typed before it is read",
    [typeAmount, readAmount],
    /^steps\.1: No step before it reads the text amount, so it always fails: put the READ_TEXT of step 2 before it\.$/,
  ],
  [
    "a form that is filled in before the wait to which a step goes back",
    [wait("sms"), typed("sms"), wait("email"), typed("email"), click, askAgain("email"), seen],
    /^steps\.6: It goes back to the wait of step 3, so step 2, which fills in the same form, is not run again: .* Move the wait before step 2\.$/,
  ],
  [
    "a code that is asked for although another one may be wrong",
    [...codes, askAgainIf("sms"), seen],
    /^steps\.6: The page shows its element too if it was email that the site refused, and sms alone is asked/,
  ],
  [
    "a plain text with a name in braces",
    [{ type: "FILL_INPUT", selector: "#note", value: "Order {{order}} for {{name}}" }],
    /^steps\.1: Its value is a plain text, in which .*: write \{"text":"Order \{\{order\}\} for \{\{name\}\}"\} to put in what order and name hold\.$/,
  ],
  [
    "a plain selector with a name in braces, in a list's fields",
    [{ ...readList, fields: { a: { selector: ["b", "#r-{{id}}"] } } }],
    /^steps\.1: Its selector is a plain text, .*what id holds\.$/,
  ],
  [
    "a text that a wait asks with before it is read",
    [wait("code", { prompt: { text: "Pay {{amount}}?" } }), fill("code"), readAmount],
    /^steps\.1: No step before it reads the text amount/,
  ],
  [
    "a text that is compared before it is read",
    [ifValue("amount", "1"), readAmount],
    /^steps\.1: No step before it reads the text amount/,
  ],
  [
    "a text that only the other branch reads",
    [ifElement([readAmount], [typeAmount])],
    /^steps\.1\.else\.1: No step before it reads the text amount.*put the READ_TEXT of step 1\.then\.1 before it/,
  ],
  [
    "a text that the first run of a repetition types before it is read",
    [repeat([typeAmount, readAmount])],
    /^steps\.1\.steps\.1: No step before it reads the text amount/,
  ],
  [
    "a text whose READ_TEXT uses it itself",
    [{ ...readAmount, selector: { text: "#{{amount}}" } }],
    /^steps\.1: No step before it reads the text amount/,
  ],
  [
    "a page that is no address",
    [open("/login")],
    /^steps\.1: Its url is no absolute http or https URL, so it always fails: write one such as https:\/\/example\.com\/login\.$/,
  ],
  [
    "a page whose joined text begins with no address",
    [
      open({ text: "/orders/{{order}}" }),
      open({ text: "https://site.example/{{order}}" }),
      open({ text: "{{site}}/orders" }),
    ],
    /^steps\.1: Its url is no absolute http or https URL/,
  ],
  [
    "a page that is not on the web",
    [open("ftp://site.example/")],
    /^steps\.1: Its url is no absolute http or https URL/,
  ],
  [
    "a selector that is a text of the page",
    [hover("Sign in")],
    /^steps\.1: Its selector Sign in is read as CSS and finds no element: write text=Sign in for what shows this text, or label=Sign in for the field with this label\.$/,
  ],
  ["one that is a word", [{ type: "DRAG", from: "Karte", to: "#basket" }], /text=Karte/],
  [
    "one of a field of a list",
    [{ ...readList, fields: { total: { selector: "Total" } } }],
    /^steps\.1: Its selector Total .*text=Total/,
  ],
  [
    "a pattern that is only a path",
    [reach("/home")],
    /^steps\.1: Its pattern \/home fits no address, because it must match the whole address: write \*\/home, in which \* stands for any characters, or begin with https:\/\/\.$/,
  ],
  [
    "a pattern that begins with a host",
    [{ type: "IF_URL", pattern: "site.example:8080/*", then: [click, seen] }],
    /^steps\.1: Its pattern site\.example:8080\/\* fits no address/,
  ],
  [
    "a window whose pattern is a joined path",
    [{ type: "SWITCH_WINDOW", to: { text: "/orders/{{order}}" } }],
    /^steps\.1: Its pattern \/orders\/\{\{order\}\} fits no address/,
  ],
  [
    "an address with a password",
    [open("https://ada:pw@site.example/")],
    /^steps\.1: .*holds a user name or password.*: make the address a variable/,
  ],
  ["a value that nothing uses", [wait("go")], /^steps\.1: It waits for go, which no step uses: type it/],
  [
    "a wait without a prompt",
    [wait("code", { prompt: undefined }), fill("code")],
    /^steps\.1: Its wait for code has no prompt: add one/,
  ],
  [
    "a second wait for one value",
    [wait("code"), fill("code"), wait("code")],
    /^steps\.3: .*step 1 has already: it passes at once/,
  ],
  [
    "a step that may take longer than the task",
    [wait("code", { timeout: 1_800 }), fill("code")],
    /^steps\.1: It may take 1800 s, but the task ends after 900 s: raise/,
  ],
  [
    "a template whose time is shorter than a wait's",
    [wait("code"), fill("code")],
    /^steps\.1: It may take 300 s, but the task ends after 60 s/,
    { timeout: 60 },
  ],
  [
    "a pause that is longer than its own time",
    [{ type: "PAUSE", seconds: 60, timeout: 10 }],
    /^steps\.1: It pauses 60 s, but may take 10 s, so that every task fails there: raise the step's timeout, or leave it out/,
  ],
  [
    "a password in the template",
    [{ type: "FILL_INPUT", selector: "#password", value: "lovelace" }],
    /^steps\.1: It types a value of the template into #password, which looks like a secret: make it a variable/,
  ],
  ["a submission whose success nobody looks at", [click], /^steps\.1: Nothing after it waits .*add WAIT_FOR_TEXT/],
  [
    "an answer that any part of the page confirms",
    [wait("sum"), { type: "WAIT_FOR_TEXT", text: { variable: "sum" } }],
    /^steps\.2: It looks for sum, which somebody answers, anywhere on the page: .*Add a selector/,
  ],
  [
    "two texts of one name",
    [1, 2].map(() => ({ type: "READ_TEXT", selector: "h1", as: "heading" })),
    /^steps\.2: It reads as heading, as step 1 does, and replaces that text/,
  ],
  [
    "a variable that has the name of a text",
    [readAmount, fill("amount")],
    /^steps\.2: Its value is a variable that each task must bring\. But amount is read by step 1: write \{"text": "\{\{amount\}\}"\}/,
  ],
  [
    "an answer of yes or no that nothing reads",
    [agreed],
    /^steps\.1: No IF_VALUE reads agreed, so the task continues after the answer false too: put/,
  ],
  [
    "a comparison of an answer with what it never is",
    [agreed, ifValue("agreed", "yes")],
    /^steps\.2: agreed is true or false \(kind yes_no\) and never equals "yes": compare/,
  ],
  ["two spellings of a name", [fill("Code"), fill("code")], /^: It has the variables Code and code, which are two/],
])("%s is warned of, with the step and what to do", (_, steps, warning, more) => {
  const found = warnings(steps, more);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(warning);
});

test("warnings come in the order of the steps", () => {
  expect(warnings([wait("b", { prompt: undefined }), click]).map((one) => one[6])).toEqual(["1", "1", "2"]);
});

test("as many steps as fit in a template are read in time", () => {
  const list = Array.from({ length: 10 }, (_, n) => askAgainIf(`v${n}`));
  const waits = list.map(({ name }) => wait(name));
  const steps = [...waits, ...Array.from({ length: 190 }, () => ifElement(list, list))];
  const from = process.cpuUsage();
  warnings(steps);
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000, "milliseconds of processor").toBeLessThan(2_000);
});
