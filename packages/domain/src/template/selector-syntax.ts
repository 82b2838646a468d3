import { createParser, type ParserError, traverse } from "css-selector-parser";
import { readSelector } from "./selector-kind.ts";

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
    if (!isParserError(error)) throw error;
    return `cannot be read: ${reason(error, selector)}`;
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

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && error.name === "ParserError";
}

function reason({ message, position }: ParserError, selector: string): string {
  const expected = message.replace(/^css-selector-parser parse error: /, "").replace(/\. Pos: -?\d+\.?$/, "");
  const at = Math.max(position, 0);
  const place = expected.includes("end of input") ? "" : ` near character ${at + 1}`;
  const quotes = /attribute value/.test(expected) ? ". Put the value in quotes" : "";
  const isNumber = /Expected (?:ID|class) name/.test(expected) && /[0-9]/.test(selector[at] ?? "");
  const number = isNumber ? '. A name that begins with a digit is written [id="1"] or [class~="1"]' : "";
  return `${expected.charAt(0).toLowerCase()}${expected.slice(1)}${place}${quotes}${number}`;
}
