import { type Step, type TemplateDocument, templateDocument } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { processorMs } from "../platform/test-size.ts";
import { lintTemplate } from "./lint.ts";

const wait = (name: string, more: object = {}) => ({ type: "WAIT_FOR_VARIABLE_VALUE", name, prompt: "It?", ...more });
const fill = (variable: string) => ({ type: "FILL_INPUT", selector: "#code", value: { variable } });
const typed = (variable: string) => ({ type: "FILL_INPUT", selector: `#${variable}`, value: { variable } });
const askAgain = (name: string) => ({ type: "ASK_AGAIN_IF_TEXT", name, text: "not right" });
const askAgainIf = (name: string) => ({ type: "ASK_AGAIN_IF_ELEMENT", name, selector: `#${name}` });
const click = { type: "CLICK", selector: "#go" };
const seen = { type: "WAIT_FOR_TEXT", text: "Welcome" };
const hover = (selector: string) => ({ type: "HOVER", selector });
const readAmount = { type: "READ_TEXT", selector: "#sum", as: "amount" };
const readList = { type: "READ_LIST", selector: "tr", as: "rows" };
const ifElement = (then: object[], otherwise?: object[]) => ({
  type: "IF_ELEMENT",
  selector: "#x",
  then,
  else: otherwise,
});
const repeat = (steps: object[]) => ({ type: "REPEAT_WHILE_ELEMENT", selector: "#x", max: 3, steps });
const agreed = wait("agreed", { kind: "yes_no" });
const picture = { type: "TAKE_SCREENSHOT" };
const ifValue = (name: string, equals: string) => ({ type: "IF_VALUE", name, equals, then: [picture] });
const codes = [wait("sms"), wait("email"), typed("sms"), typed("email"), click];

function warnings(steps: object[], more: Partial<TemplateDocument> = {}) {
  const document = templateDocument.parse({ name: "A", steps: steps as Step[], ...more });
  return lintTemplate(document).map(({ path, message }) => `${path.replace("steps.", "")}: ${message}`);
}

test.each<[sentence: string, steps: object[]]>([
  ["waits, types and checks the outcome", [wait("code"), fill("code"), click, seen]],
  ["asks for one of two codes again, by what the page says of it", [...codes, askAgain("sms"), seen]],
  ["asks again before its form is filled in", [wait("sms"), typed("sms"), click, askAgainIf("sms"), seen]],
  ["confirms an answer by an element", [wait("sum"), { ...seen, selector: "#sum", text: { variable: "sum" } }]],
  ["reads the list that a click leads to", [click, { ...readList, fields: { text: {} } }]],
  ["downloads the file that a click leads to", [click, { type: "DOWNLOAD_FILE", selector: "#file", as: "report" }]],
  ["reads an answer of yes or no", [agreed, ifValue("agreed", "true")]],
  ["has selectors that name elements", ["h1", "ul li", "BODY", "my-button", "text=Sign in", "*", "#sign"].map(hover)],
])("a template that %s has no warning", (_, steps) => {
  expect(warnings(steps)).toEqual([]);
});

const onSomeWays = (use: string, before: string) =>
  `Not every way to step ${use} waits for a: wait for it before step ${before}`;
const signedIn = { type: "OPEN_PAGE", url: "https://ada:pw@site.example/" };
const otherBranch = [click, ifElement([fill("a")], [wait("a"), fill("a")]), seen];
const listOf = (field: object) => ({ ...readList, fields: { a: field } });
const isTyped = { type: "WAIT_FOR_TEXT", text: { variable: "sum" } };
const braces = { type: "FILL_INPUT", selector: "#note", value: "Order {{order}} for {{name}}" };
const password = { type: "FILL_INPUT", selector: "#password", value: "lovelace" };
const goesBack = [wait("sms"), typed("sms"), wait("email"), typed("email"), click, askAgain("email"), seen];

test.each<[sentence: string, steps: object[], warning: string, more?: Partial<TemplateDocument>]>([
  ["a wait behind the first use", [fill("a"), wait("a")], "2: It waits for a, which step 1 uses already: move it"],
  ["a wait in one branch", [ifElement([wait("a")]), fill("a")], `1.then.1: ${onSomeWays("2", "1, or in both of its")}`],
  ["a use in the other branch", otherBranch, `2.else.1: ${onSomeWays("2.then.1", "2, or in both of its branches.")}`],
  [
    "a wait in a repetition",
    [repeat([ifElement([wait("a")])]), fill("a")],
    `1.steps.1.then.1: ${onSomeWays("2", "1.")}`,
  ],
  ["a form that is filled in before a step goes back", goesBack, "6: It goes back to the wait of step 3, so step 2,"],
  ["a plain text with names in braces", [braces], '{"text":"Order {{order}} for {{name}}"} to put in what order'],
  ["braces in a field's selector", [listOf({ selector: ["b", "#r-{{id}}"] })], "1: Its selector is a plain text, in"],
  ["a selector that is a page's text", [hover("Sign in")], "write text=Sign in for what shows this text, or label="],
  ["one that is a word", [{ type: "DRAG", from: "Karte", to: "#basket" }], "text=Karte"],
  ["one of a field of a list", [listOf({ selector: "Total" })], "1: Its selector Total is read as CSS and finds no"],
  ["an address with a password", [signedIn], "password, which templates show: make the address"],
  ["a value that nothing uses", [wait("go")], "1: It waits for go, which no step uses: type it"],
  ["a wait without a prompt", [wait("a", { prompt: undefined }), fill("a")], "1: Its wait for a has no prompt: add"],
  ["a second wait for one value", [wait("a"), fill("a"), wait("a")], "whose value step 1 has already: it passes at"],
  ["a step longer than the task", [wait("a", { timeout: 1_800 }), fill("a")], "1: It may take 1800 s, but the task"],
  ["a wait longer than its template", [wait("a"), fill("a")], "1: It may take 300 s, but the", { timeout: 60 }],
  ["a password in the template", [password], "1: It types a value of the template into #password, which looks like"],
  ["a submission whose success nobody looks at", [click], "1: Nothing after it waits for what the page does then"],
  ["an answer that all of a page confirms", [wait("sum"), isTyped], "2: It looks for sum, which somebody answers,"],
  ["two texts of one name", [readAmount, readAmount], "2: It reads as amount, as step 1 does, and replaces that"],
  ["a variable with the name of a text", [readAmount, fill("amount")], "But amount is read by step 1: write {"],
  ["an answer of yes or no that nothing reads", [agreed], "1: No IF_VALUE reads agreed, so the task continues after"],
  ["an answer compared with what it is not", [agreed, ifValue("agreed", "yes")], "2: agreed is true or false (kind"],
  ["two spellings of a name", [fill("Code"), fill("code")], ": It has the variables Code and code, which are two"],
])("%s is warned of, with the step and what to do", (_, steps, warning, more) => {
  const found = warnings(steps, more);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(warning);
});

test("warnings come in the order of the steps", () => {
  expect(warnings([wait("b", { prompt: undefined }), click]).map((one) => one[0])).toEqual(["1", "1", "2"]);
});

test("as many steps as fit in a template are read in time", () => {
  const list = Array.from({ length: 10 }, (_, n) => askAgainIf(`v${n}`));
  const waits = list.map(({ name }) => wait(name));
  const steps = [...waits, ...Array.from({ length: 190 }, () => ifElement(list, list))];
  expect(processorMs(() => warnings(steps))).toBeLessThan(2_000);
});
