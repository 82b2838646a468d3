import type { RecordedSelector } from "@gatepost/contract/recording";
import { selectorSyntaxProblem } from "../selector.ts";

interface Candidate {
  selector: string;
  /** The lower, the likelier the selector still fits when the page has changed a little. */
  rank: number;
}

const testAttributes = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];

/** What frameworks number or hash anew: `#:r3:`, `#mui-12`, `#input-8f3a9c2e`. */
const generatedId = /#(?=[\w:\\-]*(?:\d{3}|-\d+(?![\w-])|:r|[0-9a-f]{8}))/i;

/** From here on, a selector says where an element is rather than which one, and matches another one on a changed page. */
const placeRank = 5;

/** How many selectors a step of a recording has. */
const maxSelectors = 3;

/**
 * The selectors for a template, of those that a recording offers for one element, the best first: an attribute made for
 * tests, an id or a name that a person chose, a role or a text that people see. A place in the document only where there
 * is nothing better. Empty if none can be used.
 */
export function chooseSelectors(offered: readonly RecordedSelector[], selectorAttribute?: string): string[] {
  const usable = offered
    .flatMap((one) => candidatesOf(typeof one === "string" ? [one] : one, selectorAttribute))
    .filter(({ selector }) => selector.length <= 1_024 && selectorSyntaxProblem(selector) === undefined)
    .sort((a, b) => a.rank - b.rank);
  const lasting = usable.filter(({ rank }) => rank < placeRank);
  const chosen = lasting.length > 0 ? lasting : usable.slice(0, 1);
  return [...new Set(chosen.map(({ selector }) => selector))].slice(0, maxSelectors);
}

/** Whether a selector finds an element by the text that it shows. */
export function isText(offered: RecordedSelector): boolean {
  return [offered].flat().some((part) => part.startsWith("text/"));
}

function candidatesOf(parts: readonly string[], selectorAttribute?: string): Candidate[] {
  const [only = ""] = parts;
  if (parts.length === 1) {
    if (only.startsWith("aria/")) return ofAccessibleName(only.slice("aria/".length));
    if (only.startsWith("text/")) return [{ selector: `:text(${quoted(only.slice("text/".length))})`, rank: 4 }];
    if (only.startsWith("xpath/")) return [{ selector: `xpath=${only.slice("xpath/".length)}`, rank: 7 }];
  }
  const css = parts.map((part) => part.replace(/^(?:pierce|css)\//, ""));
  if (css.some((part) => /^(?:aria|text|xpath)\//.test(part))) return [];
  // A descendant may stand in the shadow tree of its ancestor.
  const selector = css.join(" ");
  return [{ selector, rank: rankOfCss(css.at(-1) ?? "", selectorAttribute) }];
}

function rankOfCss(css: string, selectorAttribute?: string): number {
  const attributes = selectorAttribute ? [selectorAttribute, ...testAttributes] : testAttributes;
  if (attributes.some((name) => css.includes(`[${name}=`))) return 0;
  if (generatedId.test(css)) return 6;
  if (/^[a-z]*#[\w\\-]+$/i.test(css) || /\[name=/.test(css)) return 1;
  return /:nth-/.test(css) ? 6 : 5;
}

/** `Sign in[role="button"]`, as the Recorder writes what assistive technology reads. */
function ofAccessibleName(text: string): Candidate[] {
  const [, name = "", role] = /^(.*?)(?:\[role="([a-z]+)"\])?$/s.exec(text) ?? [];
  if (name === "") return [];
  const tag = role === "button" ? "button" : role === "link" ? "a" : undefined;
  return [
    ...(role ? [{ selector: `role=${role}[name=${quoted(name)}]`, rank: 2 }] : []),
    ...(tag ? [{ selector: `${tag}:text-is(${quoted(name)})`, rank: 3 }] : []),
  ];
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Whether an element is chosen from rather than typed into, as far as its selectors show. */
export function isSelect(offered: readonly RecordedSelector[]): boolean {
  const texts = offered.map((one) => (typeof one === "string" ? one : (one.at(-1) ?? "")));
  return texts.some(
    (text) => /(?:^|[\s>+~/])select(?![\w-])[^\s>+~/]*$/.test(text) || /\[role="(?:combobox|listbox)"\]$/.test(text),
  );
}
