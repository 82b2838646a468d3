import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Frame, Locator } from "playwright";
import { pageFunction } from "../browser/page-functions.ts";

/** What a step looked for. */
export interface Sought {
  /** `field`: what can be filled in; `box`: what can be checked; `file`: a file field; `control`: what can be clicked. */
  kind: "field" | "box" | "file" | "control" | "any";
  /** In small letters; empty: any. */
  tag: string;
  role: string;
  words: string[];
  /** Whether it is a text, rather than what elements are called in HTML. */
  byText: boolean;
  /** The whole text or name that it looked for, in small letters. */
  exact: string;
}

export interface Seen {
  selector: string;
  text: string;
}

export interface Near extends Seen {
  why: string;
  score: number;
}

interface Cover extends Seen {
  buttons: string[];
}

interface Asked {
  sought?: Sought;
  /** Characters of a text. */
  max: number;
}

type Finder = typeof import("@medv/finder").finder;

/** Sent into pages as text, as createFinding is. */
export function makeSelectorOf(finder: Finder) {
  const names = ["name", "role", "aria-label", "placeholder", "data-testid", "data-test", "for", "type"];
  return (node: Element, root: Node = document): string => {
    try {
      return finder(node, {
        ...(root !== document && { root: root as Element }),
        idName: (name) => !/\d{3}|:|[0-9a-f]{8}/.test(name),
        className: (name) => /^[a-z][a-z_-]{2,40}$/i.test(name),
        attr: (name, value) => names.includes(name) && value.length <= 80,
        timeoutMs: 50,
        maxNumberOfPathChecks: 500,
      });
    } catch {
      return "";
    }
  };
}

/** Sent into pages as text, too. */
export function wordsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return spaced.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Sent into pages as text: may use nothing from outside itself. */
function createFinding(selectorOf: ReturnType<typeof makeSelectorOf>, wordsIn: typeof wordsOf) {
  const [maxScanned, most, longest] = [5_000, 8, 80];
  const shortestSimilar = 0.6;
  const fields = "input:not([type=hidden]), textarea, select, [contenteditable=''], [contenteditable=true]";
  const buttons = "button, [role=button], a[href], summary, input[type=submit], input[type=button], [aria-label]";
  const boxes = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  const controls = `${buttons}, label, [role], [onclick], [tabindex], [id], input[type=checkbox], input[type=radio]`;
  /** What a person has entered, or the page for them, is never read. */
  const unread = "input, textarea, select, [contenteditable], script, style, noscript, template";

  const isShown = (node: Element) =>
    node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;

  function readable(node: Element, max: number): string {
    if (node.matches(unread)) return "";
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = "";
    for (let one = walker.nextNode(); one && text.length < max; one = walker.nextNode())
      if (one.parentElement && !one.parentElement.closest(unread) && isShown(one.parentElement))
        text += `${one.nodeValue} `;
    return text.replace(/\s+/g, " ").trim().slice(0, max);
  }

  function nameOf(node: Element, max: number): string {
    const labels = Array.from((node as HTMLInputElement).labels ?? [], (label) => readable(label, max));
    const given = ["aria-label", "placeholder", "alt", "title"].map((name) => node.getAttribute(name) ?? "");
    return [readable(node, max), ...labels, ...given].find((text) => text !== "") ?? "";
  }

  function roleOf(node: Element): string {
    const given = node.getAttribute("role");
    if (given) return given;
    const type = node.getAttribute("type") ?? "text";
    if (node.matches("button, input[type=submit], input[type=button], input[type=reset], summary")) return "button";
    if (node.matches("a[href]")) return "link";
    if (node.matches("input[type=checkbox], input[type=radio]")) return type;
    if (node.matches("select")) return "combobox";
    if (node.matches(fields)) return "textbox";
    return /^H[1-6]$/.test(node.tagName) ? "heading" : "";
  }

  function likeness(one: string, other: string): number {
    if (one === other) return 1;
    const [short = "", long = ""] = [one, other].sort((a, b) => a.length - b.length);
    if (short.length >= 3 && long.includes(short)) return 0.8;
    const pairs = (word: string) => Array.from(word.slice(1), (letter, at) => `${word[at]}${letter}`);
    const [own, others] = [pairs(one), pairs(other)];
    const shared = own.filter((pair) => others.includes(pair)).length;
    const ratio = (2 * shared) / Math.max(1, own.length + others.length);
    return ratio >= shortestSimilar ? ratio * 0.9 : 0;
  }

  function facetsOf(node: Element, name: string): [facet: string, text: string][] {
    const given = (attribute: string) => node.getAttribute(attribute) ?? "";
    const all: [string, string][] = [
      ["id", node.id],
      ["name", given("name")],
      ["test id", given("data-testid") || given("data-test")],
      ["label", given("aria-label")],
      ["placeholder", given("placeholder")],
      ["text", name.length <= longest ? name : ""],
      ["class", given("class")],
    ];
    return all.filter(([, text]) => text !== "");
  }

  function near(node: Element, sought: Sought, max: number): (Near & { node: Element }) | undefined {
    const name = nameOf(node, max);
    const facets = facetsOf(node, name).map(([facet, text]) => ({ facet, text, words: wordsIn(text).slice(0, 30) }));
    // What the selector is about counts more: of a text what elements show, otherwise what they are called.
    const weight = (facet: string) => (/^(?:text|label|placeholder)$/.test(facet) === sought.byText ? 1 : 0.9);
    const scores = facets.map(({ facet, words }) =>
      sought.words.map((word) => weight(facet) * Math.max(0, ...words.map((other) => likeness(word, other)))),
    );
    // A name often says what kind of element it is of, as in login-button.
    const kinds = [roleOf(node), node.localName];
    const best = sought.words.map((word, at) =>
      Math.max(kinds.includes(word) ? 0.7 : 0, ...scores.map((score) => score[at] ?? 0)),
    );
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    let score = sought.words.length > 0 ? sum(best) / sought.words.length : 0;
    const top = scores.map(sum).reduce((first, one, at, all) => (one > (all[first] ?? 0) ? at : first), 0);
    const facet = facets[top];
    const isSame = facet && facet.text.trim().toLowerCase() === sought.exact;
    const why = facet && sum(scores[top] ?? []) > 0 ? [`${isSame ? "same" : "similar"} ${facet.facet}`] : [];
    const isOfRole = sought.role !== "" && roleOf(node) === sought.role;
    if (isOfRole) why.push("same role");
    const isOfKind =
      !isOfRole && node.localName === sought.tag && /^(?:button|input|select|textarea)$/.test(sought.tag);
    if (isOfKind) why.push("same kind of element");
    const isField = /^(?:field|box|file)$/.test(sought.kind);
    if (isField && why.length === 0) why.push(sought.kind === "box" ? "a box too" : "a field too");
    score += (isOfRole ? 0.3 : isOfKind ? 0.2 : 0) + (isField ? 0.2 : 0);
    return score < 0.2 ? undefined : { node, selector: "", text: name, why: why.join(", "), score };
  }

  /** A file field may be hidden, and so may a box whose label is clicked in its place. */
  function canActOn(node: Element, kind: Sought["kind"]): boolean {
    const { width, height } = node.getBoundingClientRect();
    if (kind === "file" || (isShown(node) && width * height > 0)) return true;
    return kind === "box" && Array.from((node as HTMLInputElement).labels ?? []).some(isShown);
  }

  function find(sought: Sought, max: number): Near[] {
    const kinds = { field: fields, box: boxes, file: "input[type=file]", control: controls, any: "body *" };
    const all = Array.from(document.querySelectorAll(kinds[sought.kind])).slice(0, maxScanned);
    const found = all
      .filter((node) => canActOn(node, sought.kind) && !node.matches("script, style, noscript, template"))
      .flatMap((node) => near(node, sought, max) ?? [])
      .sort((a, b) => b.score - a.score || a.text.length - b.text.length);
    const kept: typeof found = [];
    for (const one of found) {
      if (kept.length === most) break;
      // Of elements in one another, the one that fits best is enough.
      if (!kept.some(({ node }) => node.contains(one.node) || one.node.contains(node))) kept.push(one);
    }
    return kept
      .map(({ node, ...one }) => ({ ...one, selector: selectorOf(node) }))
      .filter(({ selector }) => selector !== "");
  }

  function coverOf(node: Element, max: number): Cover | null {
    const { left, top, width, height } = node.getBoundingClientRect();
    let cover = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!cover || cover === node || node.contains(cover) || cover.contains(node)) return null;
    // The outermost element that is not around the covered one too: a dialog, and not the paragraph in it.
    while (cover.parentElement && cover.parentElement !== document.body && !cover.parentElement.contains(node))
      cover = cover.parentElement;
    const inside = Array.from(cover.querySelectorAll(buttons)).filter((one) => isShown(one));
    return {
      selector: selectorOf(cover),
      text: readable(cover, max),
      buttons: inside.slice(0, 5).map((one) => selectorOf(one)),
    };
  }

  return ({ sought, max }: Asked, node: Element) => (sought ? find(sought, max) : coverOf(node, max));
}

export const finderSource = readFileSync(fileURLToPath(import.meta.resolve("@medv/finder")), "utf8").replace(
  /^export /gm,
  "",
);

/** What comes nearest to an element that is not there, or without `sought`, what covers one. @medv/finder finds their selectors. */
const ask = await pageFunction<Asked, Near[] | Cover | null>(
  "gatepost-nearest",
  `(() => { ${finderSource}\nreturn (${createFinding})((${makeSelectorOf})(finder), ${wordsOf}); })()`,
);

/** The elements of a frame that come nearest, the nearest first. */
export async function askNearest(frame: Frame, sought: Sought, { max, timeout }: { max: number; timeout: number }) {
  return (await ask(frame, { sought, max }, timeout)) as Near[];
}

/** What covers an element; null if nothing does. */
export async function askCover(element: Locator, { max, timeout }: { max: number; timeout: number }) {
  return (await ask(element, { max }, timeout)) as Cover | null;
}
