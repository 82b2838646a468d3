import type { Frame, JSHandle, Page } from "playwright";
import { framesOf, glance, isShown } from "../browser/frames.ts";
import { showingText } from "../browser/shown-text.ts";

/** `new`: the text appears in a new place; `old`: only in old places; `silent`: the page does not respond. */
export type Refusal = "new" | "old" | "none" | "silent";

/** The text nodes that showed a refusal. Kept inside the page, in a world that its scripts cannot reach. */
type Mark = JSHandle<{ pieces: WeakSet<Node> }>;

/**
 * Refusals of earlier values that are still on the page. A form that is sent without leaving its page may show the old one until the site
 * has checked the next value, or for ever; a text that was there before the value was typed says nothing about it.
 */
export class Refusals {
  /** The texts that showed refusals, by the variable's name. Another process may go on with them alone. */
  readonly texts: Map<string, Set<string>>;
  readonly #marks = new Map<string, Map<Frame, Mark>>();

  constructor(texts = new Map<string, Set<string>>()) {
    this.texts = texts;
  }

  /** Records that the site refused a value of the variable. */
  note(name: string, text: string): void {
    this.texts.set(name, (this.texts.get(name) ?? new Set()).add(text));
  }

  /** Whether any visible occurrence of the text was left by an earlier value. */
  isStillShown(text: string): boolean {
    return (this.#marks.get(text)?.size ?? 0) > 0;
  }

  /** Remembers where refusals of the variable are, before its next value is typed. */
  async record(page: Page, name: string): Promise<void> {
    for (const text of this.texts.get(name) ?? []) {
      const marks = new Map<Frame, Mark>();
      this.#marks.set(text, marks);
      const marking = framesOf(page).map(async (frame) => {
        const mark: Mark = await frame.evaluateHandle(() => ({ pieces: new WeakSet() }));
        const { old } = await showingText(frame, text).evaluateAll(compare, { mark, all: true });
        if (old) marks.set(frame, mark);
      });
      await glance(Promise.allSettled(marking), undefined);
    }
  }

  /** Where the page shows the text now. An occurrence that disappears for a moment is new when it comes back. */
  async poll(page: Page, text: string): Promise<Refusal> {
    const polls = framesOf(page).map((frame) => glance(this.#probeFrame(frame, text), "silent" as const));
    const seen = await Promise.all(polls);
    return (["new", "old", "silent"] as const).find((one) => seen.includes(one)) ?? "none";
  }

  async #probeFrame(frame: Frame, text: string): Promise<Refusal> {
    const marks = this.#marks.get(text);
    const mark = marks?.get(frame);
    try {
      const shown = showingText(frame, text);
      const { old, other } = mark
        ? await shown.evaluateAll(compare, { mark, all: false })
        : { old: false, other: (await shown.count()) > 0 };
      if (!old) marks?.delete(frame);
      if ((old || other) && (await isShown(frame))) return other ? "new" : "old";
      return "none";
    } catch {
      // The mark is lost with its document: the next poll looks at another one.
      const lost = mark === undefined || (await mark.evaluate(() => false).catch(() => true));
      if (lost) marks?.delete(frame);
      return lost ? "none" : "silent";
    }
  }
}

/**
 * Runs inside the page. Distinguishes elements that show marked text nodes from others, and keeps only their marks;
 * with `all`, marks every one. A page that writes its text again, even the same, creates new nodes.
 */
function compare(elements: Element[], { mark, all }: { mark: { pieces: WeakSet<Node> }; all: boolean }) {
  const kept = new WeakSet<Node>();
  let [old, other] = [false, false];
  for (const element of elements) {
    const pieces: Node[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) if (text.nodeValue?.trim()) pieces.push(text);
    // An input that is a button shows its value.
    if (pieces.length === 0) pieces.push(element);
    if (all || pieces.some((piece) => mark.pieces.has(piece))) {
      old = true;
      for (const piece of pieces) kept.add(piece);
    } else other = true;
  }
  mark.pieces = kept;
  return { old, other };
}
