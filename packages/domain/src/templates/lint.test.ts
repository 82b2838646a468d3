import { type Step, type TemplateDocument, templateDocument } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { builtInTemplates } from "./built-in/install.ts";
import { lintTemplate } from "./lint.ts";

const wait = (name: string, more: object = {}) => ({
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: { permanent: name },
  prompt: { permanent: "Enter it." },
  ...more,
});
const fill = (variable: string) => ({ type: "FILL_INPUT", selector: { permanent: "#code" }, value: { variable } });
const typed = (variable: string) => ({ type: "FILL_INPUT", selector: `#${variable}`, value: { variable } });
const askAgain = (type: string, name: string) => ({
  type,
  name,
  ...(type === "ASK_AGAIN_IF_TEXT" ? { text: "not right" } : { selector: `#${name}` }),
});
const click = { type: "CLICK", selector: { permanent: "#go" } };
const seen = { type: "WAIT_FOR_TEXT", text: { permanent: "Welcome" } };

const yesNo = { kind: { permanent: "yes_no" } };
const ifValue = (name: string, equals: string) => ({
  type: "IF_VALUE",
  name: { permanent: name },
  equals: { permanent: equals },
  then: [{ type: "TAKE_SCREENSHOT" }],
});

function warnings(steps: object[], more: Partial<TemplateDocument> = {}) {
  const document = templateDocument.parse({ name: "A", steps: steps as Step[], ...more });
  return lintTemplate(document).map(({ path, message }) => `${path}: ${message}`);
}

test("a template that waits, types and checks the outcome has no warning", () => {
  expect(warnings([wait("code"), fill("code"), click, seen])).toEqual([]);
  const pause = { type: "PAUSE", seconds: { permanent: 60 } };
  expect(warnings([pause, { ...pause, timeout: { permanent: 60 } }])).toEqual([]);
});

test("nor has one that asks for one of two codes again, by what the page says of it, before their form is filled in", () => {
  const codes = [wait("sms"), wait("email"), typed("sms"), typed("email"), click];
  expect(warnings([...codes, askAgain("ASK_AGAIN_IF_TEXT", "sms"), seen])).toEqual([]);
  const signIn = [
    typed("login"),
    click,
    wait("sms"),
    typed("sms"),
    click,
    askAgain("ASK_AGAIN_IF_ELEMENT", "sms"),
    seen,
  ];
  expect(warnings(signIn)).toEqual([]);
});

test("nor has one whose outcome is confirmed by an element", () => {
  const confirmed = { type: "WAIT_FOR_TEXT", selector: { permanent: "#sum" }, text: { variable: "sum" } };
  expect(warnings([wait("sum"), confirmed])).toEqual([]);
});

test("nor has one that reads the list that a click leads to", () => {
  const list = { type: "READ_LIST", selector: { permanent: "tr" }, fields: { text: {} }, as: { permanent: "rows" } };
  expect(warnings([click, list])).toEqual([]);
});

test("nor has one that reads an answer of yes or no, or types a text that it read", () => {
  const read = { type: "READ_TEXT", selector: { permanent: "#sum" }, as: { permanent: "amount" } };
  const typed = { type: "FILL_INPUT", selector: { permanent: "#amount" }, value: { text: "{{amount}}" } };
  expect(warnings([read, wait("agreed", yesNo), ifValue("agreed", "true"), typed])).toEqual([]);
  const checked = { type: "SET_CHECKBOX", selector: { permanent: "#terms" }, checked: { variable: "agreed" } };
  expect(warnings([wait("agreed", yesNo), checked])).toEqual([]);
});

const readAmount = { type: "READ_TEXT", selector: { permanent: "#sum" }, as: { permanent: "amount" } };
const typeAmount = { type: "FILL_INPUT", selector: { permanent: "#amount" }, value: { text: "{{amount}}" } };
const ifElement = (then: object[], otherwise?: object[]) => ({
  type: "IF_ELEMENT",
  selector: { permanent: "#x" },
  then,
  ...(otherwise && { else: otherwise }),
});
const repeat = (steps: object[]) => ({
  type: "REPEAT_WHILE_ELEMENT",
  selector: { permanent: "#x" },
  max: { permanent: 3 },
  steps,
});

test.each<[sentence: string, steps: object[]]>([
  ["that one branch read", [ifElement([readAmount]), typeAmount]],
  ["that one run of a repetition may have read", [repeat([readAmount]), typeAmount]],
  ["that an earlier run of a repetition may have read", [repeat([ifElement([typeAmount]), readAmount])]],
  ["that the other branch may have read in an earlier run", [repeat([ifElement([typeAmount], [readAmount])])]],
  ["that an optional step reaches in the second run", [repeat([{ ...typeAmount, optional: true }, readAmount])]],
  [
    "that was read before the task asked again",
    [
      wait("code"),
      ifElement([typeAmount]),
      fill("code"),
      readAmount,
      { type: "ASK_AGAIN_IF_TEXT", text: { permanent: "Wrong" }, name: { permanent: "code" } },
    ],
  ],
])("nor has one that uses a text %s", (_, steps) => {
  expect(warnings(steps)).toEqual([]);
});

test("nor has one that opens an address of the web, or one that is a variable", () => {
  const open = (url: object) => ({ type: "OPEN_PAGE", url });
  const addresses = [
    { permanent: " https://site.example/login " },
    { variable: "address" },
    { text: "{{host}}/login" },
  ];
  expect(warnings(addresses.map(open))).toEqual([]);
});

test("nor has one whose selectors name elements, or whose patterns can fit an address", () => {
  const selectors = ["h1", "ul li", "BODY", "my-button", "text=Sign in", "svg path", "a, button", "*", "#sign"];
  expect(warnings(selectors.map((one) => ({ type: "HOVER", selector: { permanent: one } })))).toEqual([]);
  const patterns = [
    ...["*/home", "https://site.example/home*", "http*", "about:blank", "*"].map((permanent) => ({ permanent })),
    ...[{ text: "{{site}}/home" }, { text: "https://{{host}}/" }, { variable: "address" }],
  ];
  expect(warnings(patterns.map((pattern) => ({ type: "WAIT_FOR_URL", pattern })))).toEqual([]);
  const windows = ["first", "newest", "*/help"];
  expect(warnings(windows.map((to) => ({ type: "SWITCH_WINDOW", to: { permanent: to } })))).toEqual([]);
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
    [wait("sms"), typed("sms"), wait("email"), typed("email"), click, askAgain("ASK_AGAIN_IF_TEXT", "email"), seen],
    /^steps\.6: It goes back to the wait of step 3, so step 2, which fills in the same form, is not run again: .* Move the wait before step 2\.$/,
  ],
  [
    "a code that is asked for although another one may be wrong",
    [wait("sms"), wait("email"), typed("sms"), typed("email"), click, askAgain("ASK_AGAIN_IF_ELEMENT", "sms"), seen],
    /^steps\.6: The page shows its element too if it was email that the site refused, and sms alone is asked/,
  ],
  [
    "a plain text with a name in braces",
    [{ type: "FILL_INPUT", selector: "#note", value: "Order {{order}} for {{name}}" }],
    /^steps\.1: Its value is a plain text, in which .*: write \{"text":"Order \{\{order\}\} for \{\{name\}\}"\} to put in what order and name hold\.$/,
  ],
  [
    "a plain selector with a name in braces, in a list's fields",
    [{ type: "READ_LIST", selector: "tr", fields: { a: { selector: ["b", "#r-{{id}}"] } }, as: "rows" }],
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
    [{ type: "OPEN_PAGE", url: { permanent: "/login" } }],
    /^steps\.1: Its url is no absolute http or https URL, so it always fails: write one such as https:\/\/example\.com\/login\.$/,
  ],
  [
    "a page whose joined text begins with no address",
    [
      { type: "OPEN_PAGE", url: { text: "/orders/{{order}}" } },
      { type: "OPEN_PAGE", url: { text: "https://site.example/{{order}}" } },
      { type: "OPEN_PAGE", url: { text: "{{site}}/orders" } },
    ],
    /^steps\.1: Its url is no absolute http or https URL/,
  ],
  [
    "a page that is not on the web",
    [{ type: "OPEN_PAGE", url: { permanent: "ftp://site.example/" } }],
    /^steps\.1: Its url is no absolute http or https URL/,
  ],
  [
    "a selector that is a text of the page",
    [{ type: "HOVER", selector: { permanent: "Sign in" } }],
    /^steps\.1: Its selector Sign in is read as CSS and finds no element: write text=Sign in for what shows this text, or label=Sign in for the field with this label\.$/,
  ],
  ["one that is a word", [{ type: "DRAG", from: { permanent: "Karte" }, to: { permanent: "#basket" } }], /text=Karte/],
  [
    "one of a field of a list",
    [
      {
        type: "READ_LIST",
        selector: { permanent: "tr" },
        as: { permanent: "rows" },
        fields: { total: { selector: { permanent: "Total" } } },
      },
    ],
    /^steps\.1: Its selector Total .*text=Total/,
  ],
  [
    "a pattern that is only a path",
    [{ type: "WAIT_FOR_URL", pattern: { permanent: "/home" } }],
    /^steps\.1: Its pattern \/home fits no address, because it must match the whole address: write \*\/home, in which \* stands for any characters, or begin with https:\/\/\.$/,
  ],
  [
    "a pattern that begins with a host",
    [{ type: "IF_URL", pattern: { permanent: "site.example:8080/*" }, then: [click, seen] }],
    /^steps\.1: Its pattern site\.example:8080\/\* fits no address/,
  ],
  [
    "a window whose pattern is a joined path",
    [{ type: "SWITCH_WINDOW", to: { text: "/orders/{{order}}" } }],
    /^steps\.1: Its pattern \/orders\/\{\{order\}\} fits no address/,
  ],
  [
    "an address with a password",
    [{ type: "OPEN_PAGE", url: { permanent: "https://ada:pw@site.example/" } }],
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
    [wait("code", { timeout: { permanent: 1_800 } }), fill("code")],
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
    [{ type: "PAUSE", seconds: { permanent: 60 }, timeout: { permanent: 10 } }],
    /^steps\.1: It pauses 60 s, but may take 10 s, so that every task fails there: raise the step's timeout, or leave it out/,
  ],
  [
    "a password in the template",
    [{ type: "FILL_INPUT", selector: { permanent: "#password" }, value: { permanent: "lovelace" } }],
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
    [1, 2].map(() => ({ type: "READ_TEXT", selector: { permanent: "h1" }, as: { permanent: "heading" } })),
    /^steps\.2: It reads as heading, as step 1 does, and replaces that text/,
  ],
  [
    "a variable that has the name of a text",
    [{ type: "READ_TEXT", selector: { permanent: "#sum" }, as: { permanent: "amount" } }, fill("amount")],
    /^steps\.2: Its value is a variable that each task must bring\. But amount is read by step 1: write \{"text": "\{\{amount\}\}"\}/,
  ],
  [
    "an answer of yes or no that nothing reads",
    [wait("agreed", yesNo)],
    /^steps\.1: No IF_VALUE reads agreed, so the task continues after the answer false too: put/,
  ],
  [
    "a comparison of an answer with what it never is",
    [wait("agreed", yesNo), ifValue("agreed", "yes")],
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
