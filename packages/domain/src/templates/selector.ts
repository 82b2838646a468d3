import { limits } from "@gatepost/contract/limits";
import { createParser, type ParserError, traverse } from "css-selector-parser";

/** A selector as it is looked up. Texts in quotes must match whole, others match a part in any letter case. */
export type SelectorKind =
  | { css: string }
  | { text: string; exact: boolean }
  | { label: string; exact: boolean }
  | { role: string; name: string | undefined }
  | { xpath: string };

/** Reads a selector: CSS, or what follows one of the prefixes `text=`, `label=`, `role=` and `xpath=`. */
export function readSelector(selector: string): SelectorKind | { problem: string } {
  // One of values can be of any length, and is sent to each frame of a page again and again.
  if (selector.length > limits.variableBytes) return { problem: `is longer than ${limits.variableBytes} characters` };
  const [, prefix, rest = ""] = /^\s*(text|label|role|xpath)=([\s\S]*)$/.exec(selector) ?? [];
  if (!prefix) return withoutProblem(selectorProblem(selector), { css: toCss(selector) });
  const wanted = rest.trim();
  if (wanted === "") return { problem: `names nothing after ${prefix}=` };
  if (prefix === "xpath") return withoutProblem(selectorProblem(wanted) ?? unclosed(wanted), { xpath: wanted });
  if (prefix === "role") return readRole(wanted);
  const exact = quotedText(wanted);
  const sought = { exact: exact !== undefined };
  return prefix === "text" ? { text: exact ?? wanted, ...sought } : { label: exact ?? wanted, ...sought };
}

function readRole(wanted: string): SelectorKind | { problem: string } {
  const [, role, name] = /^([a-z]+)(?:\[name=([\s\S]+)\])?$/.exec(wanted) ?? [];
  const text = name === undefined ? undefined : quotedText(name);
  return role && (name === undefined) === (text === undefined)
    ? { role, name: text }
    : { problem: 'is not of the form role=button or role=button[name="Send"]' };
}

/** What stands in quotes, in which a backslash takes the next character as it is. */
function quotedText(text: string): string | undefined {
  const inner = /^(["'])((?:\\[\s\S]|(?!\1)[^\\])+)\1$/.exec(text)?.[2];
  return inner?.replace(/\\([\s\S])/g, "$1");
}

/** XPath has no parser here: the browser reads it. What is never closed is seen before. */
function unclosed(xpath: string): string | undefined {
  const outside = xpath.replace(/"[^"]*"|'[^']*'/g, "");
  const isOpen = (open: string, close: string) => outside.split(open).length !== outside.split(close).length;
  if (/["']/.test(outside)) return "has a quote that is not closed";
  return isOpen("[", "]") || isOpen("(", ")") ? "has a bracket that is not closed, or not opened" : undefined;
}

function withoutProblem(problem: string | undefined, kind: SelectorKind): SelectorKind | { problem: string } {
  return problem === undefined ? kind : { problem };
}

/**
 * What is wrong with a selector, or undefined. `>>` outside quotes is not CSS, and Playwright would read what follows
 * it as another kind of query; quotes are read as Playwright reads them.
 */
export function selectorProblem(selector: string): string | undefined {
  let quote: string | undefined;
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at] as string;
    if (character === "\\") at += 1;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (character === ">" && selector[at + 1] === ">") return 'holds ">>" outside quotes, which is no CSS';
  }
  return undefined;
}

const parse = createParser({
  strict: true,
  syntax: {
    // Names that the parser does not know are accepted: browsers learn new pseudo-classes.
    baseSyntax: "progressive",
    pseudoClasses: { unknown: "accept", definitions: { String: ["has-text", "text", "text-is", "text-matches"] } },
  },
});

/** Playwright's own pseudo-classes that take a selector and a number, which the parser cannot read. */
const unreadable = /:(?:nth-match|near|left-of|right-of|above|below)\(/;

/** What people know from jQuery, and what to write here. */
const foreign: Record<string, string> = {
  contains: ':has-text("…")',
  eq: ":nth-match(selector, n), which counts from 1",
  first: ":nth-match(selector, 1)",
  last: ":nth-last-child(1)",
  even: ":nth-child(even)",
  odd: ":nth-child(odd)",
  gt: ":nth-child(n+2)",
  lt: ":nth-child(-n+2)",
  hidden: ":not(:visible)",
  selected: ":checked",
  submit: "[type=submit]",
  input: ":is(input, select, textarea, button)",
};

/**
 * What is wrong with a selector that is saved, as the words after its name: CSS with Playwright's pseudo-classes. Whether a
 * browser knows each pseudo-class is not checked, nor the arguments of those that find elements by their place on the page.
 */
export function selectorSyntaxProblem(selector: string): string | undefined {
  const kind = readSelector(selector);
  if ("problem" in kind) return kind.problem;
  if (!("css" in kind) || unreadable.test(selector)) return undefined;
  if (/^\s*\(*\/\//.test(selector)) return `is XPath: write xpath=${selector.trim()}`;
  if (selector.trim() === "") return "is blank: name an element, such as #login or button[type=submit]";
  try {
    // From where it is looked for: `> li` is `* > li`.
    const css = unquoted(kind.css);
    const scoped = /^\s*[>+~]/.test(css) ? `*${css}` : css;
    const parsed = parse(scoped);
    // The parser stops at a bracket that closes nothing.
    if (parse(`${scoped}\n,*`).rules.length === parsed.rules.length) return 'has a ")" without a "("';
    return foreignName(parsed);
  } catch (error) {
    if (!(error instanceof Error && error.name === "ParserError")) throw error;
    return `cannot be read: ${reason(error as ParserError, selector)}`;
  }
}

/** With what stands in quotes left out: the parser ends a pseudo-class's argument at a bracket in it. */
function unquoted(selector: string): string {
  return selector.replace(
    /(["'])((?:\\.|(?!\1).)*)\1/gs,
    (_, quote, text) => `${quote}${"x".repeat(text.length)}${quote}`,
  );
}

function foreignName(parsed: ReturnType<typeof parse>): string | undefined {
  let found: string | undefined;
  traverse(parsed, (node) => {
    if (node.type === "PseudoClass" && Object.hasOwn(foreign, node.name))
      found ??= `has :${node.name}, which browsers do not know: write ${foreign[node.name]}`;
  });
  return found;
}

function reason({ message, position }: ParserError, selector: string): string {
  const expected = message.replace(/^css-selector-parser parse error: /, "").replace(/\. Pos: -?\d+\.?$/, "");
  const at = Math.max(position, 0);
  const near = expected.includes("end of input") ? "" : ` near character ${at + 1}`;
  const quotes = /attribute value/.test(expected) ? ". Put the value in quotes" : "";
  const isNumber = /Expected (?:ID|class) name/.test(expected) && /[0-9]/.test(selector[at] ?? "");
  const number = isNumber ? '. A name that begins with a digit is written [id="1"] or [class~="1"]' : "";
  return `${expected.charAt(0).toLowerCase()}${expected.slice(1)}${near}${quotes}${number}`;
}

/** Pseudo-classes and -elements that may follow a name: `#menu:hover` means what CSS says. */
const pseudo =
  /^:(?:active|any-link|autofill|checked|default|defined|disabled|empty|enabled|first-(?:child|of-type)|focus(?:-visible|-within)?|fullscreen|has|hover|indeterminate|in-range|invalid|is|lang|last-(?:child|of-type)|link|not|nth-[a-z-]+|only-(?:child|of-type)|optional|out-of-range|placeholder-shown|read-(?:only|write)|required|root|target|valid|visible|visited|where|:[a-z-]+)(?![\w-])/;

/** Those that Playwright adds, with what they ask for. */
const playwrightPseudo = /^:(?:has-text|text|text-is|text-matches|near|left-of|right-of|above|below)\(/;

/** What may stand between a name and the rest of a selector. */
const more = /[\s.[>+~,(\\#:]/;

/**
 * A selector as CSS. `#name` is looked up by id also where CSS knows no such name: `#2facode`, `#j_idt5:login`.
 */
export function toCss(selector: string): string {
  const css = selector.trim();
  if (!css.startsWith("#")) return css;
  const name = css.slice(1);
  return isCssName(name) ? css : `[id=${JSON.stringify(name)}]`;
}

/** Whether CSS reads the text as a name, alone or with more of a selector behind it. */
function isCssName(text: string): boolean {
  const name = /^(?:--|-?(?:[A-Za-z_\u0080-\u{10ffff}]|\\.))(?:[\w\u0080-\u{10ffff}-]|\\.)*/u.exec(text)?.[0];
  if (name === undefined) return /\s|[>+~,[(]/.test(text);
  const rest = text.slice(name.length);
  if (rest === "") return true;
  return rest.startsWith(":") ? pseudo.test(rest) || playwrightPseudo.test(rest) : more.test(rest[0] as string);
}
