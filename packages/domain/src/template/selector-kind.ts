import { selectorProblem } from "./selector.ts";
import { toCss } from "./to-css.ts";

/** A selector as it is looked up. Texts in quotes must match whole, others match a part in any letter case. */
export type SelectorKind =
  | { css: string }
  | { text: string; exact: boolean }
  | { label: string; exact: boolean }
  | { role: string; name: string | undefined }
  | { xpath: string };

/** Reads a selector: CSS, or what follows one of the prefixes `text=`, `label=`, `role=` and `xpath=`. */
export function readSelector(selector: string): SelectorKind | { problem: string } {
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
