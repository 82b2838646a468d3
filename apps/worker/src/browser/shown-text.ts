import type { Frame, Locator } from "playwright";
import { registerEngine } from "./selector-engines.ts";

/** Playwright's own search for a text also reads what is hidden within an element. This selector engine reads what a person sees. */
const engine = "gatepost-shows";

/** Sent into pages as text: may use nothing from outside itself. */
function createEngine() {
  /** What an element is drawn from: its shadow root, or what its slot takes up. */
  function partsOf(element: Element): Node[] {
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
    return assigned.length > 0 ? assigned : [...(element.shadowRoot ?? element).childNodes];
  }

  /** The innermost elements that show a text: in small letters, with single spaces. */
  function queryAll(root: Node, selector: string): Element[] {
    const sought = JSON.parse(selector) as string;
    /** Between blocks and lines: a blank to people, unless each block is one letter. */
    const gap = "\0";
    const texts = new Map<Element, string>();

    function read(element: Element): string {
      const { display, visibility } = getComputedStyle(element);
      // An element with display: contents has no box of its own.
      if (display !== "contents" && !element.checkVisibility()) return "";
      if (element instanceof HTMLInputElement)
        return /^(?:button|submit|reset)$/.test(element.type) ? element.value : "";
      const isClosed = element instanceof HTMLDetailsElement && !element.open;
      const showsOwn = visibility === "visible" && !isClosed;
      if (element.localName === "br") return gap;
      let text = "";
      for (const part of partsOf(element))
        if (part instanceof Element) text += textOf(part);
        else if (part instanceof Text && showsOwn) text += part.data;
      return /^(?:inline|contents)/.test(display) ? text : gap + text + gap;
    }

    function textOf(element: Element): string {
      const text = texts.get(element) ?? read(element);
      texts.set(element, text);
      return text;
    }

    function shows(element: Element): boolean {
      const text = textOf(element)
        .normalize()
        .replace(/[\u200b\u00ad\p{Bidi_Control}]/gu, "");
      const joined = (between: string) => text.replaceAll(gap, between).replace(/\s+/g, " ").toLowerCase();
      return joined("").includes(sought) || joined(" ").includes(sought);
    }

    function innermost(element: Element): Element[] {
      if (!shows(element)) return [];
      const inner = partsOf(element).flatMap((part) => (part instanceof Element ? innermost(part) : []));
      // A slot has no box, so its text is of the element around it.
      return inner.length > 0 || element instanceof HTMLSlotElement ? inner : [element];
    }

    // A document of which nothing has arrived yet has no element.
    const top: Element | null = root instanceof Document ? root.documentElement : null;
    return top ? innermost(top) : [];
  }
  return { queryAll, query: (root: Node, selector: string) => queryAll(root, selector)[0] ?? null };
}

await registerEngine(engine, `(${createEngine})()`);

/**
 * What a person reads in an element. Its innerText leaves out what shadow roots show. Sent into pages as text: may use nothing from
 * outside itself.
 */
function shownIn(element: Element): string {
  const isComposed = (one: Element) => one.shadowRoot !== null || one.localName === "slot";
  if (!isComposed(element) && !Array.from(element.querySelectorAll("*")).some(isComposed))
    // biome-ignore lint/performance/useDomNodeTextContent: without what is hidden, and with line breaks
    return element instanceof HTMLElement ? element.innerText : (element.textContent ?? "");
  const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  const parts = assigned.length > 0 ? assigned : [...(element.shadowRoot ?? element).childNodes];
  const showsOwn = getComputedStyle(element).visibility === "visible";
  let text = "";
  for (const part of parts) {
    if (part instanceof Text && showsOwn) text += part.data.replace(/\s+/g, " ");
    if (!(part instanceof Element)) continue;
    const { display } = getComputedStyle(part);
    const shown = display === "none" ? "" : shownIn(part);
    if (part.localName === "br") text += "\n";
    else text += /^(?:inline|contents|none)/.test(display) ? shown : `\n${shown}\n`;
  }
  return text.replace(/\s*\n\s*/g, "\n");
}

function readIn(element: Element, attribute: string | undefined, shownText: typeof shownIn): string | null {
  if (attribute) {
    const written = element.getAttribute(attribute);
    const isAddress = written !== null && /^(?:href|src|action)$/i.test(attribute);
    return isAddress && URL.canParse(written, element.baseURI) ? new URL(written, element.baseURI).href : written;
  }
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField || element instanceof HTMLSelectElement ? element.value : shownText(element).trim();
}

/** Reads an attribute of an element, an address as the browser would open it; without one, what a person reads there. */
export type Reading = (element: Element, attribute: string | undefined) => string | null;

/** An expression of a Reading, for pages. */
export const reading = `((element, attribute) => (${readIn})(element, attribute, ${shownIn}))`;

/** The innermost elements of a frame whose text a person sees: letter case and white space do not matter. */
export function showingText(frame: Frame, text: string): Locator {
  return frame.locator(`${engine}=${JSON.stringify(plainText(text))}`).filter({ visible: true });
}

/** A text in the form for comparison: letter case, white space and what cannot be seen do not matter. */
export function plainText(text: string): string {
  return text
    .normalize()
    .replace(/[\u200b\u00ad\p{Bidi_Control}]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
