import type { RecordedSelector } from "@gatepost/contract/recording";
import { selectorSyntaxProblem } from "../selector.ts";

/** `tag text`: the text of a button or a link. `css`, `position`, `xpath`: where an element is, rather than which one. */
type Kind = "test" | "id" | "role" | "label" | "tag text" | "text" | "css" | "position" | "xpath";

interface Candidate {
  selector: string;
  kind: Kind;
}

/** The best first: the likelier a selector still fits when the page has changed a little. A kind that is not there is not used. */
const orders = {
  exported: ["test", "id", "role", "tag text", "text", "css", "position", "xpath"],
  /** Of a live page, which knows that a role's name is the element's alone. */
  observed: ["role", "label", "text", "test", "id", "css", "position", "xpath"],
} satisfies Record<string, Kind[]>;

export type Source = keyof typeof orders;

const testAttributes = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];

/** What frameworks number or hash anew: `#:r3:`, `#mui-12`, `#input-8f3a9c2e`. */
const generatedId = /#(?=[\w:\\-]*(?:\d{3}|-\d+(?![\w-])|:r|[0-9a-f]{8}))/i;

/** They match another element on a changed page. */
const ofPositions: readonly Kind[] = ["css", "position", "xpath"];

const maxSelectors = 3;

/**
 * The selectors for a template, of those that a recording offers for one element, the best first: an attribute made for
 * tests, an id or a name that a person chose, a role or a text that people see. A place in the document only where there
 * is nothing better. Empty if none can be used.
 */
export function chooseSelectors(
  offered: readonly RecordedSelector[],
  selectorAttribute?: string,
  source: Source = "exported",
): string[] {
  const order: readonly Kind[] = orders[source];
  const usable = offered
    .flatMap((one) => candidatesOf(typeof one === "string" ? [one] : one, selectorAttribute))
    .filter(({ selector, kind }) => order.includes(kind) && isUsable(selector))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const lasting = usable.filter(({ kind }) => !ofPositions.includes(kind));
  const chosen = lasting.length > 0 ? lasting : usable.slice(0, 1);
  return [...new Set(chosen.map(({ selector }) => selector))].slice(0, maxSelectors);
}

function isUsable(selector: string): boolean {
  return selector.length <= 1_024 && selectorSyntaxProblem(selector) === undefined;
}

/** Whether a selector finds an element by the text that it shows. */
export function isText(offered: RecordedSelector): boolean {
  return [offered].flat().some((part) => part.startsWith("text/"));
}

function candidatesOf(parts: readonly string[], selectorAttribute?: string): Candidate[] {
  const [only = ""] = parts;
  if (parts.length === 1) {
    if (only.startsWith("aria/")) return ofAccessibleName(only.slice("aria/".length));
    if (only.startsWith("text/")) return [{ selector: `:text(${quoted(only.slice("text/".length))})`, kind: "text" }];
    if (only.startsWith("label/")) return [{ selector: `label=${quoted(only.slice("label/".length))}`, kind: "label" }];
    if (only.startsWith("xpath/")) return [{ selector: `xpath=${only.slice("xpath/".length)}`, kind: "xpath" }];
  }
  const css = parts.map((part) => part.replace(/^(?:pierce|css)\//, ""));
  if (css.some((part) => /^(?:aria|text|xpath)\//.test(part))) return [];
  // A descendant may stand in the shadow tree of its ancestor.
  const selector = css.join(" ");
  return [{ selector, kind: kindOfCss(css.at(-1) ?? "", selectorAttribute) }];
}

function kindOfCss(css: string, selectorAttribute?: string): Kind {
  const attributes = selectorAttribute ? [selectorAttribute, ...testAttributes] : testAttributes;
  if (attributes.some((name) => css.includes(`[${name}=`))) return "test";
  if (generatedId.test(css)) return "position";
  if (/^[a-z]*#[\w\\-]+$/i.test(css) || /\[(?:name|title)=/.test(css)) return "id";
  return /:nth-/.test(css) ? "position" : "css";
}

/** `Sign in[role="button"]`, as the Recorder writes what assistive technology reads. */
function ofAccessibleName(text: string): Candidate[] {
  const [, name = "", role] = /^(.*?)(?:\[role="([a-z]+)"\])?$/s.exec(text) ?? [];
  if (name === "") return [];
  const tag = role === "button" ? "button" : role === "link" ? "a" : undefined;
  return [
    ...(role ? [{ selector: `role=${role}[name=${quoted(name)}]`, kind: "role" as const }] : []),
    ...(tag ? [{ selector: `${tag}:text-is(${quoted(name)})`, kind: "tag text" as const }] : []),
  ];
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The selectors of the element itself, without those of the shadow trees around it. */
export function textsOf(offered: readonly RecordedSelector[]): string[] {
  return offered.map((one) => (typeof one === "string" ? one : (one.at(-1) ?? "")));
}

/** Whether an element is chosen from rather than typed into, as far as its selectors show. */
export function isSelect(offered: readonly RecordedSelector[]): boolean {
  return textsOf(offered).some(
    (text) => /(?:^|[\s>+~/])select(?![\w-])[^\s>+~/]*$/.test(text) || /\[role="(?:combobox|listbox)"\]$/.test(text),
  );
}
