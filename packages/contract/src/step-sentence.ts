import { isObject } from "./json-value.ts";
import type { WaitKind } from "./steps/waits.ts";
import type { StepType } from "./steps.ts";

/** A step as it was given, possibly invalid, with its parameters in either form. */
type Given = Readonly<Record<string, unknown>>;

/** Characters of a text that a sentence quotes. */
const longest = 80;

/**
 * What a step does, as a sentence of plain text: "Type the password into #password". What it types or chooses is named only
 * where a variable or a secret holds it, unless `showsValues`. Empty for a step of no known type.
 */
export function stepSentence(step: unknown, { showsValues = false } = {}): string {
  if (!isObject(step)) return "";
  const type = String(step.type);
  return Object.hasOwn(sentences, type) ? sentences[type as StepType](step, showsValues) : "";
}

/** What the timeline notes if it was not the first selector of a list that matched. */
export const otherSelectorNote = (selector: string): string =>
  `the selectors before ${selector} in the step's list matched nothing`;

export const isOtherSelectorNote = (note: string): boolean =>
  /\bselectors before .+ in the step's list matched nothing/i.test(note);

type Sentence = (step: Given, showsValues: boolean) => string;

const sentences: Record<StepType, Sentence> = {
  OPEN_PAGE: ({ url }) => `Open ${plain(url)}`,
  FILL_INPUT: ({ selector, value }, shows) => `Type ${typedValue(value, shows)} into ${element(selector)}`,
  TYPE_TEXT: ({ selector, value }, shows) =>
    `Type ${typedValue(value, shows)} key by key ${selector === undefined ? "where the focus is" : `into ${element(selector)}`}`,
  CLICK: ({ selector, double }) => `${double === true ? "Double-click" : "Click"} ${element(selector)}`,
  SELECT_OPTION: ({ selector, value }, shows) => `Choose ${typedValue(value, shows)} in ${element(selector)}`,
  SET_CHECKBOX: ({ selector, checked }) => {
    const is = fixed(checked);
    if (typeof is === "boolean") return `${is ? "Check" : "Uncheck"} ${element(selector)}`;
    return `Check or uncheck ${element(selector)}, by ${typedValue(checked, false)}`;
  },
  PRESS_KEY: ({ key }) => `Press ${plain(key)}`,
  DOWNLOAD_FILE: ({ selector, as }) => `Click ${element(selector)} and keep the file as ${plain(as)}`,
  UPLOAD_FILE: ({ selector, file, name }) =>
    `Upload ${file === undefined ? plain(name) : typedValue(file, false)} with ${element(selector)}`,
  WAIT_FOR_TEXT: ({ text, selector }) =>
    `Wait until ${selector === undefined ? "the page" : element(selector)} shows ${quoted(text)}`,
  WAIT_FOR_TEXT_GONE: ({ text }) => `Wait until the page no longer shows ${quoted(text)}`,
  WAIT_FOR_ELEMENT: ({ selector }) => `Wait for ${element(selector)}`,
  WAIT_FOR_ELEMENT_GONE: ({ selector }) => `Wait until ${element(selector)} is gone`,
  WAIT_FOR_URL: ({ pattern }) => `Wait for the URL ${plain(pattern)}`,
  WAIT_FOR_VARIABLE_VALUE: ({ name, kind }) => {
    const given = String(fixed(kind));
    const what = Object.hasOwn(kinds, given) ? kinds[given as WaitKind] : undefined;
    const named = words(plain(name));
    if (!what) return `Wait for the ${named}`;
    return what.includes(` ${named} `) ? `Wait ${what}` : `Wait ${what} (${named})`;
  },
  ASK_AGAIN_IF_TEXT: ({ name, text }) => `Ask for the ${words(plain(name))} again if the page shows ${quoted(text)}`,
  ASK_AGAIN_IF_ELEMENT: ({ name, selector }) =>
    `Ask for the ${words(plain(name))} again if ${element(selector)} is still there`,
  READ_TEXT: ({ selector, as, attribute }) =>
    `Read ${attribute === undefined ? "" : `${plain(attribute)} of `}${element(selector)} as ${plain(as)}`,
  TAKE_SCREENSHOT: ({ selector }) => `Take a screenshot${selector === undefined ? "" : ` of ${element(selector)}`}`,
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: ({ selector }) => `Keep the HTML of ${element(selector)}`,
  PAUSE: ({ seconds }) => `Pause for ${plain(seconds)} s`,
  READ_LIST: ({ selector, as }) => `Read each ${element(selector)} as an item of ${plain(as)}`,
  HOVER: ({ selector }) => `Move the pointer over ${element(selector)}`,
  SCROLL_TO: ({ selector }) => `Scroll to ${element(selector)}`,
  DRAG: ({ from, to }) => `Drag ${element(from)} onto ${element(to)}`,
  ANSWER_DIALOG: ({ accept }) => {
    const is = fixed(accept);
    if (typeof is !== "boolean") return `Answer the next dialog by ${typedValue(accept, false)}`;
    return is ? "Accept the next dialog" : "Cancel the next dialog";
  },
  SWITCH_WINDOW: ({ to }) => {
    const is = fixed(to);
    if (is === "first" || is === "newest") return `Continue in the ${is} window`;
    return `Continue in the window with the URL ${plain(to)}`;
  },
  CLOSE_WINDOW: () => "Close the window",
  IF_ELEMENT: ({ selector }) => `If ${element(selector)} is shown`,
  IF_TEXT: ({ text }) => `If the page shows ${quoted(text)}`,
  IF_URL: ({ pattern }) => `If the URL is ${plain(pattern)}`,
  IF_VALUE: ({ name, equals }, shows) => `If the ${words(plain(name))} is ${typedValue(equals, shows)}`,
  REPEAT_WHILE_ELEMENT: ({ selector }) => `Repeat while ${element(selector)} is shown`,
};

const kinds: Record<WaitKind, string> = {
  text: "for a text from a person",
  code: "for a code from a person",
  number: "for a number from a person",
  yes_no: "for a yes or no from a person",
  choice: "for a choice from a person",
  file: "for a file from a person",
  help: "for help from a person",
  live: "until a person has done something on the page",
};

/** The value that the template fixes; undefined if something else provides it. */
const fixed = (parameter: unknown): unknown => (isObject(parameter) ? parameter.permanent : parameter);

/** An address, a pattern, a name or a number as the template writes it. */
function plain(parameter: unknown): string {
  if (isObject(parameter) && typeof parameter.variable === "string") return `the ${words(parameter.variable)}`;
  const text = isObject(parameter) && typeof parameter.text === "string" ? parameter.text : fixed(parameter);
  return text === undefined || text === "" || typeof text === "object" ? "…" : shortened(String(text));
}

function quoted(parameter: unknown): string {
  const text = plain(parameter);
  return isObject(parameter) && "variable" in parameter ? text : `“${text}”`;
}

/** What is typed, chosen or compared. */
function typedValue(parameter: unknown, showsValues: boolean): string {
  if (isObject(parameter) && "variable" in parameter) return plain(parameter);
  if (isObject(parameter) && "secret" in parameter) return `the stored secret ${String(parameter.secret)}`;
  if (isObject(parameter) && "totp" in parameter) return `a one-time code of ${keyOf(parameter.totp)}`;
  if (isObject(parameter) && "text" in parameter) return quoted(parameter);
  return showsValues ? quoted(parameter) : "a fixed value";
}

function keyOf(key: unknown): string {
  if (!isObject(key)) return "…";
  return key.variable === undefined ? String(key.secret) : plain(key);
}

/** An element, by its selector; of several, by the first. */
function element(selector: unknown): string {
  if (Array.isArray(selector)) return selector.length === 0 ? "…" : element(selector[0]);
  if (isObject(selector) && typeof selector.variable === "string") return elementOf(words(selector.variable));
  const text = plain(selector);
  const [, role, name] = /^role=([a-z]+)(?:\[name=["'](.+)["']\])?$/.exec(text) ?? [];
  if (role) return `the ${role === "textbox" ? "field" : role}${name ? ` “${name}”` : ""}`;
  const [, prefix, shown] = /^(text|label)=["']?(.+?)["']?$/.exec(text) ?? [];
  if (prefix) return prefix === "label" ? `the field “${shown}”` : `“${shown}”`;
  return text;
}

/** `login_input_css` holds a selector of the login input. */
function elementOf(variable: string): string {
  const name = variable.replace(/ (?:css|xpath|selector)$/i, "");
  return name === variable ? `the element of ${variable}` : `the ${name}`;
}

/** A variable's name as words: `sms_code` and `smsCode` are "sms code". */
function words(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll("_", " ")
    .replace(/\p{Lu}\p{Ll}/gu, (start) => start.toLowerCase());
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}
