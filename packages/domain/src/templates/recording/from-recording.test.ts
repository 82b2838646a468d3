import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { chooseSelectors } from "./choose-selector.ts";
import { fromLivePage, fromRecording } from "./from-recording.ts";

const signIn = JSON.parse(readFileSync(join(import.meta.dirname, "test-recordings/sign-in.json"), "utf8"));

const click = (...selectors: string[]) => ({ type: "click", selectors: selectors.map((one) => [one]) });
const change = (selector: string, value: string) => ({ type: "change", selectors: [selector], value });
const press = (key: string) => [
  { type: "keyDown", key, target: "main" },
  { type: "keyUp", key, target: "main" },
];
const ledTo = (url: string) => ({ assertedEvents: [{ type: "navigation", url, title: "" }] });

/** A step in a line: its type and what it has, a variable in braces, selectors with a stroke between. */
function brief({ type, ...more }: WrittenStep): string {
  const texts = Object.values(more).map((value) =>
    typeof value === "object" && "variable" in value ? `{${value.variable}}` : [value].flat().join(" | "),
  );
  return [type, ...texts].join(" ");
}

/** What a recording becomes, without the screenshot at its end. */
function converted(steps: object[], late: string[] = []) {
  const { document, warnings } = fromRecording({ name: "T", recording: { title: "", steps }, late });
  return { ...document, steps: document.steps.slice(0, -1).map(brief), warnings };
}

function refusal(recording: unknown, late: string[] = []): string {
  try {
    fromRecording({ name: "T", recording, late });
  } catch (error) {
    const { code, message, details } = error as Error & { code: string; details: object };
    return JSON.stringify({ code, message, ...details });
  }
  throw new Error("It was accepted.");
}

test("a recorded sign-in becomes a template with variables, and waits for the code", () => {
  const { document, warnings } = fromRecording({ name: "Portal", recording: signIn, late: ["code"] });
  expect({ ...document, steps: document.steps.map(brief) }).toEqual({
    name: "Portal",
    description: "Made from a recording. Start its tasks at https://portal.example.com/login.",
    steps: [
      "FILL_INPUT #login {login}",
      "FILL_INPUT [name='password'] {password}",
      "CLICK [data-testid='sign-in'] | :text(\"Sign in\")",
      "WAIT_FOR_ELEMENT #code",
      "WAIT_FOR_VARIABLE_VALUE code Enter the code.",
      "FILL_INPUT #code {code}",
      "PRESS_KEY Enter",
      "WAIT_FOR_URL https://portal.example.com/home*",
      "TAKE_SCREENSHOT",
    ],
  });
  expect(warnings).toEqual([{ path: "recording.steps.2", message: expect.stringContaining("query was left out") }]);
});

test("neither what was typed nor a query is in the template, a warning or a problem", () => {
  const typed = ["ana@example.com", "correct horse", "349001", "session=abc"];
  const broken = { ...signIn, steps: signIn.steps.map((step: object) => ({ ...step, selectors: [7] })) };
  const said = [
    JSON.stringify(fromRecording({ name: "Portal", recording: signIn, late: [] })),
    refusal(broken),
    refusal(signIn, ["nothing"]),
  ];
  for (const text of said) for (const secret of typed) expect(text).not.toContain(secret);
});

test("every fault of a recording is reported with its place and what is expected; a late variable that it lacks with those that it has", () => {
  const recording = { title: 7, steps: [{ type: "click" }, { type: "fly" }, { type: "change", selectors: ["#a"] }] };
  const problems = JSON.parse(refusal(recording)).problems as { path: string }[];
  expect(problems.map(({ path }) => path)).toEqual([
    "recording.title",
    "recording.steps.1.selectors",
    "recording.steps.2.type",
    "recording.steps.3.value",
  ]);
  expect(refusal({ title: "x", steps: [] })).toContain(
    "recording.steps: It must be a list of 1 or more, as Chrome DevTools' Recorder exports it.",
  );
  for (const none of [undefined, null, [], "x"]) expect(JSON.parse(refusal(none)).code).toBe("ERROR_BAD_REQUEST");

  expect(refusal(signIn, ["otp"])).toContain("late: The recording has no variable otp: it has login, password, code.");
});

test("steps that templates do not have are left out with a warning", () => {
  const { steps, warnings } = converted([
    { type: "doubleClick", selectors: ["#row"] },
    { type: "click", button: "secondary", selectors: ["#row"] },
    { type: "waitForExpression", expression: "1" },
    { type: "click", selectors: ["xpath///div["] },
  ]);
  expect(steps).toEqual(["CLICK #row true"]);
  expect(warnings).toMatchObject([
    { path: "recording.steps.2", message: expect.stringMatching(/^A click with the secondary button was left out/) },
    { path: "recording.steps.3", message: expect.stringMatching(/^Templates have no such step as waitForExpression/) },
    { path: "recording.steps.4", message: expect.stringMatching(/^No selector of this step can be used/) },
  ]);
});

test("a corrected text is typed once, another text in its field is another variable, and no field is found by what was typed into it", () => {
  const { steps } = converted([change("#q", "on"), change("#q", "one"), click("#go"), change("#q", "two")]);
  expect(steps).toEqual(["FILL_INPUT #q {q}", "CLICK #go", "FILL_INPUT #q {q_2}"]);

  const selectors = [["text/my secret"], ["form > input:nth-of-type(2)"]];
  expect(converted([{ type: "change", selectors, value: "my secret" }]).steps).toEqual([
    "FILL_INPUT form > input:nth-of-type(2) {value}",
  ]);
});

test("a click on a label is kept, and the one with which the browser answers it is left out, unless it shows a text", () => {
  const { steps } = converted([
    click("label:nth-of-type(3)", "text/By courier"),
    click("aria/By courier", "#courier"),
    click("xpath//html/body/form/label[5]"),
    click("xpath///*[@id='news']"),
    click("#terms > span", "text/I agree"),
    click("aria/I agree", "#agree"),
    click("#label", "text/Next"),
    click("#next", "text/Next", "aria/Next"),
    click("label", "text/Show more"),
    click("#continue", "text/Continue"),
  ]);
  expect(steps).toEqual([
    'CLICK :text("By courier")',
    "CLICK xpath=/html/body/form/label[5]",
    'CLICK :text("I agree")',
    'CLICK #label | :text("Next")',
    'CLICK #next | :text("Next")',
    'CLICK :text("Show more")',
    'CLICK #continue | :text("Continue")',
  ]);
});

test("a Tab is pressed if a key follows it, or at the end, and left out on the way to what is done to an element", () => {
  const keys = ["Tab", " ", "Tab", "Tab"].flatMap(press);
  const { steps } = converted([...keys, click("#a"), ...press("Tab")]);
  expect(steps).toEqual(["PRESS_KEY Tab", "PRESS_KEY Space", "CLICK #a", "PRESS_KEY Tab"]);
});

test("a code that was typed into boxes is one variable, and short numbers in other fields are not", () => {
  const typed = (...selectors: string[]) => converted(selectors.map((selector) => change(selector, "7"))).steps;
  expect(typed("#otp-0", "#otp-1", "#otp-2", "#otp-3")).toEqual(["FILL_INPUT #otp-0 {otp}"]);
  const places = [1, 2, 3, 4].map((n) => `input:nth-of-type(${n})`);
  expect(typed(...places)).toEqual([`FILL_INPUT ${places[0]} {value}`]);
  expect(typed("#rooms", "#adults", "#children", "#pets")).toHaveLength(4);
  expect(typed("#day1", "#day3", "#day4", "#day9")).toHaveLength(4);
  expect(typed("#a1", "#a2", "#a3")).toHaveLength(3);
});

test("selects, files and chords have their own steps, and a late file is waited for as one", () => {
  const recorded = [
    change("form > select", "pt"),
    change("#cv", "C:\\fakepath\\cv.pdf"),
    ...press("Tab"),
    { type: "keyDown", key: "ControlLeft" },
    ...press("a"),
    { type: "keyDown", key: "v" },
    { type: "keyUp", key: "Control" },
  ];
  const [select, upload, ...keys] = converted(recorded).steps;
  expect([select, upload]).toEqual(["SELECT_OPTION form > select {value}", "UPLOAD_FILE #cv {cv}"]);
  expect(keys).toEqual(["PRESS_KEY Tab", "PRESS_KEY Control+a"]);
  const wait = "WAIT_FOR_VARIABLE_VALUE cv Choose the file for cv. file";
  expect(converted(recorded, ["cv"]).steps).toEqual([select, wait, upload, ...keys]);
});

test("what was left out of an address is named, but not quoted", () => {
  const { description, warnings } = converted([
    { type: "navigate", url: "https://example.com/login?tenant=7" },
    click("#go"),
    { type: "navigate", url: "https://example.com/account?tab=2" },
    { type: "navigate", url: "https://ada:lovelace@example.com/#/orders" },
  ]);
  expect(description).toContain(" https://example.com/login.");
  expect(warnings.map(({ path, message }) => `${path} ${message}`)).toEqual([
    "recording.steps.1 The address's query was left out. Add it to the task's websiteURL if it matters.",
    "recording.steps.3 The address's query was left out. Add it to the step if it matters.",
    "recording.steps.4 The address's fragment was left out. Add it to the step if it matters.",
    "recording.steps.4 The address's password was left out. Add it to the step if it matters.",
  ]);
});

test.each([
  [[["#mui-12"], ["aria/Save"], ["text/Save"]], ':text("Save")'],
  [[["aria/Sign in", 'aria/[role="generic"]'], ["[data-testid='go']"], ["#go"]], "[data-testid='go']"],
  [[["div:nth-of-type(2) > a"], ["xpath///a"], ["#next"]], "#next"],
  [[["x-login", "#user"], ["pierce/#user"]], "x-login #user"],
  [["pierce/#user"], "#user"],
  [['aria/Say "hi"[role="button"]'], 'role=button[name="Say \\"hi\\""]'],
])("of %j the steadiest selector is %s", (offered, selector) => {
  expect(chooseSelectors(offered)[0]).toBe(selector);
});

test("windows, frames of other sites and pointers are followed, and what its author added as an assertion is waited for", () => {
  const target = "https://bank.example.com/consent";
  const { steps, warnings } = converted([
    { type: "hover", selectors: ["#menu"] },
    { ...click("#allow"), target },
    { ...click("#next"), target: "main" },
    { ...click("#more"), target },
    { type: "close", target },
  ]);
  const inWindows = ["CLICK #allow", "SWITCH_WINDOW first", "CLICK #next", "CLICK #more", "CLOSE_WINDOW"];
  expect(steps).toEqual(["HOVER #menu", ...inWindows]);
  expect(warnings).toEqual([{ path: "recording.steps.4", message: expect.stringContaining("in a window again") }]);

  const selectors = [["aria/Total"], ["#total"], ["pierce/#total"]];
  const assertion = { type: "waitForElement", target: "main", selectors };
  const { steps: asserted } = converted([
    { ...assertion, operator: ">=", count: 1, visible: true },
    { ...assertion, operator: "==", count: 0 },
    { ...assertion, visible: false },
  ]);
  const gone = "WAIT_FOR_ELEMENT_GONE #total";
  expect(asserted).toEqual(["WAIT_FOR_ELEMENT #total", gone, gone]);
});

test("the template waits for the address to which the last step led, unless it may be a frame's", () => {
  const [down, up] = press("Enter");
  const done = ledTo("https://example.com/done?x=1");
  expect(converted([down ?? {}, { ...up, ...done }]).steps).toEqual([
    "PRESS_KEY Enter",
    "WAIT_FOR_URL https://example.com/done*",
  ]);
  const elsewhere = { ...click("#pay"), target: "https://pay.example.com/card", ...done };
  expect(converted([elsewhere]).steps).toEqual(["CLICK #pay"]);
});

test.each([
  ["done?x=1", "done?x=2", undefined],
  ["done/form", "done?x=2", undefined],
  ["done", "done?x=2", undefined],
  ["form", "done?x=2", "done*"],
  ["login", "", ""],
])("from the page %j to %j, the address that is waited for is %j", (before, after, pattern) => {
  const site = "https://example.com/";
  const { steps } = converted([
    { type: "navigate", url: site + before },
    { ...click("#a"), ...ledTo(site + after) },
  ]);
  const wait = pattern === undefined ? [] : [`WAIT_FOR_URL ${site}${pattern}`];
  expect(steps).toEqual(["CLICK #a", ...wait]);
});

const field = (label: string, holds: "text" | "password" | "code" = "text") => ({
  type: "change" as const,
  value: "",
  target: "main",
  selectors: [`aria/${label}[role="textbox"]`, `label/${label}`, `#${label.toLowerCase()}`],
  observed: { label, holds },
});

test("an attribute that the author chose wins; of a live page, what people see, then HTML, and a place for want of others", () => {
  expect(chooseSelectors([["#go"], ["[data-hook='go']"]], "data-hook")).toEqual(["[data-hook='go']", "#go"]);
  const observed = (...selectors: string[]) => chooseSelectors(selectors, undefined, "observed");
  expect(observed("#send", "form > button", 'aria/Send[role="button"]', "[data-testid=send]")).toEqual([
    'role=button[name="Send"]',
    "[data-testid=send]",
    "#send",
  ]);
  expect(observed("label/Card number", "form > input")).toEqual(['label="Card number"']);
  expect(observed("form > input")).toEqual(["form > input"]);
});

test("of a live page, passwords and codes are waited for, one field keeps its variable, options are fixed, and windows are entered", () => {
  const { steps, passwords } = fromLivePage([
    { type: "navigate", url: "https://portal.example.com/login" },
    field("Customer number"),
    field("Password", "password"),
    { type: "click", target: "main", selectors: ['aria/Sign in[role="button"]'] },
    field("Customer number"),
    field("Code", "code"),
  ]);
  const variables = steps.flatMap((step) => ("value" in step ? (step.value as { variable: string }).variable : []));
  expect(variables).toEqual(["customer_number", "password", "customer_number", "code"]);
  const waits = steps.flatMap((step) => (step.type === "WAIT_FOR_VARIABLE_VALUE" ? step.name : []));
  expect(waits).toEqual(["password", "code"]);
  expect(passwords).toEqual(["password"]);

  const { steps: inWindows } = fromLivePage([
    { type: "navigate", url: "https://portal.example.com/" },
    { ...field("Country"), observed: { label: "Country", holds: "text", chosen: "Japan" } },
    { type: "check", target: "main", selectors: ["label/Terms"], checked: false },
    { type: "click", target: "window 2", selectors: ["#allow"] },
    { type: "click", target: "main", selectors: ["#done"] },
    { ...field("City"), selectors: ['aria/City[role="combobox"]'] },
  ]);
  expect(inWindows.map(brief)).toEqual([
    'SELECT_OPTION role=textbox[name="Country"] | label="Country" | #country Japan',
    'SET_CHECKBOX label="Terms" false',
    "CLICK #allow",
    "SWITCH_WINDOW first",
    "CLICK #done",
    'FILL_INPUT role=combobox[name="City"] {city}',
  ]);
});
