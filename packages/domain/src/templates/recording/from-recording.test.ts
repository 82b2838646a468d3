import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSelectors } from "./choose-selector.ts";
import { fromLivePage, fromRecording } from "./from-recording.ts";

const signIn = JSON.parse(readFileSync(join(import.meta.dirname, "test-recordings/sign-in.json"), "utf8"));

test("a recorded sign-in becomes a template with variables, and waits for the code", () => {
  const { document, warnings } = fromRecording({ name: "Portal", recording: signIn, late: ["code"] });
  expect(document).toEqual({
    name: "Portal",
    description: "Made from a recording. Start its tasks at https://portal.example.com/login.",
    steps: [
      { type: "FILL_INPUT", selector: "#login", value: { variable: "login" } },
      { type: "FILL_INPUT", selector: "[name='password']", value: { variable: "password" } },
      { type: "CLICK", selector: ["[data-testid='sign-in']", ':text("Sign in")'] },
      { type: "WAIT_FOR_ELEMENT", selector: "#code" },
      {
        type: "WAIT_FOR_VARIABLE_VALUE",
        name: "code",
        prompt: "Enter the code.",
      },
      { type: "FILL_INPUT", selector: "#code", value: { variable: "code" } },
      { type: "PRESS_KEY", key: "Enter" },
      { type: "WAIT_FOR_URL", pattern: "https://portal.example.com/home*" },
      { type: "TAKE_SCREENSHOT" },
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

test("a late variable that the recording lacks is refused with those that it has", () => {
  expect(refusal(signIn, ["otp"])).toContain("late: The recording has no variable otp: it has login, password, code.");
});

test("every fault of a recording is reported with its place", () => {
  const recording = { title: 7, steps: [{ type: "click" }, { type: "fly" }, { type: "change", selectors: ["#a"] }] };
  const problems = JSON.parse(refusal(recording)).problems as { path: string }[];
  expect(problems.map(({ path }) => path)).toEqual([
    "recording.title",
    "recording.steps.1.selectors",
    "recording.steps.2.type",
    "recording.steps.3.value",
  ]);
});

test("a fault says what is expected in the words of every other error", () => {
  expect(refusal({ title: "x", steps: [] })).toContain(
    "recording.steps: It must be a list of 1 or more, as Chrome DevTools' Recorder exports it.",
  );
});

test.each([undefined, null, [], "x", { steps: [] }, { steps: "x" }])("%j is no recording", (recording) => {
  expect(JSON.parse(refusal(recording)).code).toBe("ERROR_BAD_REQUEST");
});

test("steps that templates do not have are left out with a warning", () => {
  const { document, warnings } = converted([
    { type: "doubleClick", selectors: ["#row"] },
    { type: "click", button: "secondary", selectors: ["#row"] },
    { type: "waitForExpression", expression: "1" },
    { type: "click", selectors: ["xpath///div["] },
  ]);
  expect(document.steps).toEqual([{ type: "CLICK", selector: "#row", double: true }, { type: "TAKE_SCREENSHOT" }]);
  expect(warnings).toEqual([
    {
      path: "recording.steps.2",
      message: "A click with the secondary button was left out: templates click with the primary one.",
    },
    { path: "recording.steps.3", message: "Templates have no such step as waitForExpression, so it was left out." },
    {
      path: "recording.steps.4",
      message: "No selector of this step can be used, so it was left out: add it with a selector in CSS.",
    },
  ]);
});

test("a corrected text is typed once, and another text in the same field is another variable", () => {
  const change = (value: string) => ({ type: "change", selectors: ["#q"], value });
  const { document } = converted([change("on"), change("one"), { type: "click", selectors: ["#go"] }, change("two")]);
  expect(document.steps.slice(0, 3)).toEqual([
    { type: "FILL_INPUT", selector: "#q", value: { variable: "q" } },
    { type: "CLICK", selector: "#go" },
    { type: "FILL_INPUT", selector: "#q", value: { variable: "q_2" } },
  ]);
});

test("a click on a label is kept, and the one with which the browser answers it is left out", () => {
  const click = (...selectors: string[]) => ({ type: "click", selectors: selectors.map((one) => [one]) });
  const { document } = converted([
    click("label:nth-of-type(3)", "text/By courier"),
    click("aria/By courier", "#courier"),
    click("xpath//html/body/form/label[5]"),
    click("xpath///*[@id='news']"),
    click("#terms > span", "text/I agree"),
    click("aria/I agree", "#agree"),
    click("#label", "text/Next"),
    click("#next", "text/Next", "aria/Next"),
  ]);
  expect(document.steps.map((step) => "selector" in step && step.selector)).toEqual([
    ':text("By courier")',
    "xpath=/html/body/form/label[5]",
    ':text("I agree")',
    ["#label", ':text("Next")'],
    ["#next", ':text("Next")'],
    false,
  ]);
});

test("a click after one on a label is kept if it is on an element with a text, which no control of a label has", () => {
  const { document } = converted([
    { type: "click", selectors: [["label"], ["text/Show more"]] },
    { type: "click", selectors: [["#continue"], ["text/Continue"]] },
  ]);
  expect(document.steps.map((step) => "selector" in step && step.selector)).toEqual([
    ':text("Show more")',
    ["#continue", ':text("Continue")'],
    false,
  ]);
});

test("a Tab is pressed if a key follows it, or at the end, and left out on the way to what is done to an element", () => {
  const press = (key: string) => [
    { type: "keyDown", key },
    { type: "keyUp", key },
  ];
  const { document } = converted([
    ...press("Tab"),
    ...press(" "),
    ...press("Tab"),
    ...press("Tab"),
    { type: "click", selectors: ["#a"] },
    ...press("Tab"),
  ]);
  expect(document.steps.slice(0, -1)).toEqual([
    { type: "PRESS_KEY", key: "Tab" },
    { type: "PRESS_KEY", key: "Space" },
    { type: "CLICK", selector: "#a" },
    { type: "PRESS_KEY", key: "Tab" },
  ]);
});

test("a code that was typed into boxes is one variable, and short numbers in other fields are not", () => {
  const typed = (selectors: string[]) =>
    selectors.map((selector) => ({ type: "change", selectors: [[selector]], value: "7" }));
  const variables = (selectors: string[]) =>
    converted(typed(selectors)).document.steps.flatMap((step) => ("value" in step ? [step.value] : []));
  expect(variables(["#otp-0", "#otp-1", "#otp-2", "#otp-3"])).toEqual([{ variable: "otp" }]);
  expect(
    variables(["input:nth-of-type(1)", "input:nth-of-type(2)", "input:nth-of-type(3)", "input:nth-of-type(4)"]),
  ).toEqual([{ variable: "value" }]);
  expect(variables(["#rooms", "#adults", "#children", "#pets"])).toHaveLength(4);
  expect(variables(["#day1", "#day3", "#day4", "#day9"])).toHaveLength(4);
  expect(variables(["#a1", "#a2", "#a3"])).toHaveLength(3);
});

test("selects, files and chords have their own steps", () => {
  const { document } = converted([
    { type: "change", selectors: ["form > select"], value: "pt" },
    { type: "change", selectors: ["#cv"], value: "C:\\fakepath\\cv.pdf" },
    { type: "keyDown", key: "Tab" },
    { type: "keyUp", key: "Tab" },
    { type: "keyDown", key: "ControlLeft" },
    { type: "keyDown", key: "a" },
    { type: "keyUp", key: "a" },
    { type: "keyDown", key: "v" },
    { type: "keyUp", key: "Control" },
  ]);
  expect(document.steps).toEqual([
    { type: "SELECT_OPTION", selector: "form > select", value: { variable: "value" } },
    { type: "UPLOAD_FILE", selector: "#cv", file: { variable: "cv" } },
    { type: "PRESS_KEY", key: "Tab" },
    { type: "PRESS_KEY", key: "Control+a" },
    { type: "TAKE_SCREENSHOT" },
  ]);
});

test("a late file is waited for as one, also where its field is hidden", () => {
  const steps = [{ type: "change", selectors: ["#cv"], value: "C:\\fakepath\\cv.pdf" }];
  const { document } = fromRecording({ name: "T", recording: { title: "", steps }, late: ["cv"] });
  expect(document.steps).toEqual([
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "cv",
      prompt: "Choose the file for cv.",
      kind: "file",
    },
    { type: "UPLOAD_FILE", selector: "#cv", file: { variable: "cv" } },
    { type: "TAKE_SCREENSHOT" },
  ]);
});

test("what was left out of an address is named, but not quoted", () => {
  const { document, warnings } = converted([
    { type: "navigate", url: "https://example.com/login?tenant=7" },
    { type: "click", selectors: ["#go"] },
    { type: "navigate", url: "https://example.com/account?tab=2" },
    { type: "navigate", url: "https://ada:lovelace@example.com/#/orders" },
  ]);
  expect(document.description).toContain(" https://example.com/login.");
  const left = (step: number, part: string, place: string) => ({
    path: `recording.steps.${step}`,
    message: `The address's ${part} was left out. Add it to ${place} if it matters.`,
  });
  const later = [left(3, "query", "the step"), left(4, "fragment", "the step"), left(4, "password", "the step")];
  expect(warnings).toEqual([left(1, "query", "the task's websiteURL"), ...later]);
});

test("a field is not found by what was typed into it", () => {
  const selectors = [["text/my secret"], ["form > input:nth-of-type(2)"]];
  const { document } = converted([{ type: "change", selectors, value: "my secret" }]);
  expect(document.steps[0]).toMatchObject({ selector: "form > input:nth-of-type(2)" });
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

test("windows, frames of other sites and pointers are followed", () => {
  const target = "https://bank.example.com/consent";
  const { document, warnings } = converted([
    { type: "hover", selectors: ["#menu"] },
    { type: "click", selectors: ["#allow"], target },
    { type: "click", selectors: ["#next"], target: "main" },
    { type: "click", selectors: ["#more"], target },
    { type: "close", target },
  ]);
  expect(document.steps.map((step) => [step.type, "selector" in step && step.selector])).toEqual([
    ["HOVER", "#menu"],
    ["CLICK", "#allow"],
    ["SWITCH_WINDOW", false],
    ["CLICK", "#next"],
    ["CLICK", "#more"],
    ["CLOSE_WINDOW", false],
    ["TAKE_SCREENSHOT", false],
  ]);
  expect(warnings).toEqual([{ path: "recording.steps.4", message: expect.stringContaining("in a window again") }]);
});

test("what its author added as an assertion is waited for", () => {
  const assertion = {
    type: "waitForElement",
    target: "main",
    selectors: [["aria/Total"], ["#total"], ["pierce/#total"]],
  };
  const { document } = converted([
    { ...assertion, operator: ">=", count: 1, visible: true },
    { ...assertion, operator: "==", count: 0 },
    { ...assertion, visible: false },
  ]);
  expect(document.steps.slice(0, 3)).toEqual(
    ["WAIT_FOR_ELEMENT", "WAIT_FOR_ELEMENT_GONE", "WAIT_FOR_ELEMENT_GONE"].map((type) => ({
      type,
      selector: "#total",
    })),
  );
});

test("the template waits for the address to which the last step led, unless it may be a frame's", () => {
  const assertedEvents = [{ type: "navigation", url: "https://example.com/done?x=1", title: "" }];
  const pressed = [
    { type: "keyDown", key: "Enter", target: "main" },
    { type: "keyUp", key: "Enter", target: "main", assertedEvents },
  ];
  const wait = { type: "WAIT_FOR_URL", pattern: "https://example.com/done*" };
  expect(converted(pressed).document.steps).toContainEqual(wait);
  const elsewhere = { type: "click", selectors: ["#pay"], target: "https://pay.example.com/card", assertedEvents };
  expect(converted([elsewhere]).document.steps.map(({ type }) => type)).toEqual(["CLICK", "TAKE_SCREENSHOT"]);
});

test.each([
  ["https://example.com/done?x=1", undefined],
  ["https://example.com/done/form", undefined],
  ["https://example.com/done", undefined],
  ["https://example.com/form", "https://example.com/done*"],
])("what an address before it, %s, would match too is not waited for", (url, pattern) => {
  const assertedEvents = [{ type: "navigation", url: "https://example.com/done?x=2" }];
  const steps = [
    { type: "navigate", url },
    { type: "click", selectors: ["#send"], target: "main", assertedEvents },
  ];
  const waits = converted(steps).document.steps.filter(({ type }) => type === "WAIT_FOR_URL");
  expect(waits).toEqual(pattern ? [{ type: "WAIT_FOR_URL", pattern }] : []);
});

test("a page above the one before it is waited for by its whole address", () => {
  const home = [{ type: "navigation", url: "https://example.com/" }];
  const steps = [
    { type: "navigate", url: "https://example.com/login" },
    { type: "click", selectors: ["#send"], target: "main", assertedEvents: home },
  ];
  expect(converted(steps).document.steps).toContainEqual({ type: "WAIT_FOR_URL", pattern: "https://example.com/" });
});

test("an attribute that the author of the recording chose wins", () => {
  expect(chooseSelectors([["#go"], ["[data-hook='go']"]], "data-hook")).toEqual(["[data-hook='go']", "#go"]);
});

function converted(steps: object[]) {
  return fromRecording({ name: "T", recording: { title: "", steps }, late: [] });
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

const field = (label: string, holds: "text" | "password" | "code" = "text") => ({
  type: "change" as const,
  value: "",
  target: "main",
  selectors: [`aria/${label}[role="textbox"]`, `label/${label}`, `#${label.toLowerCase()}`],
  observed: { label, holds },
});

test("a live page's selectors are those that people see first, then those of HTML, and a place only where there is nothing else", () => {
  expect(
    chooseSelectors(
      ["#send", "form > button", 'aria/Send[role="button"]', "[data-testid=send]"],
      undefined,
      "observed",
    ),
  ).toEqual(['role=button[name="Send"]', "[data-testid=send]", "#send"]);
  expect(chooseSelectors(["label/Card number", "form > input"], undefined, "observed")).toEqual([
    'label="Card number"',
  ]);
  expect(chooseSelectors(["form > input"], undefined, "observed")).toEqual(["form > input"]);
});

test("of a live page, passwords and codes are waited for, and one field keeps its variable", () => {
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
});

test("of a live page, options and boxes are fixed, and what follows in a window is entered by itself", () => {
  const { steps } = fromLivePage([
    { type: "navigate", url: "https://portal.example.com/" },
    { ...field("Country"), observed: { label: "Country", holds: "text", chosen: "Japan" } },
    { type: "check", target: "main", selectors: ["label/Terms"], checked: false },
    { type: "click", target: "window 2", selectors: ["#allow"] },
    { type: "click", target: "main", selectors: ["#done"] },
    { ...field("City"), selectors: ['aria/City[role="combobox"]'] },
  ]);
  expect(steps).toEqual([
    {
      type: "SELECT_OPTION",
      selector: ['role=textbox[name="Country"]', 'label="Country"', "#country"],
      value: "Japan",
    },
    { type: "SET_CHECKBOX", selector: 'label="Terms"', checked: false },
    { type: "CLICK", selector: "#allow" },
    { type: "SWITCH_WINDOW", to: "first" },
    { type: "CLICK", selector: "#done" },
    { type: "FILL_INPUT", selector: 'role=combobox[name="City"]', value: { variable: "city" } },
  ]);
});
