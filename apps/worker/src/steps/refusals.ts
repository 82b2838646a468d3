import { errors, type Frame, type JSHandle, type Locator, type Page } from "playwright";
import { framesOf, isShown } from "../browser/frames.ts";
import { within } from "../runtime/abort.ts";

const probeMs = 1_000;

/** `new`: the text shows, and not only where it stood; `old`: only there; `silent`: the page does not answer. */
export type Refusal = "new" | "old" | "none" | "silent";

/** The pieces of a page's text that showed a refusal. Kept inside the page, out of its scripts' reach. */
type Mark = JSHandle<{ pieces: WeakSet<Node> }>;

/**
 * What refusals of earlier values have left on the page. A form that is sent without leaving its page may show the old
 * one until the site has judged the next value, or for ever; what stood before that value was typed says nothing of it.
 */
export class Refusals {
  /** The texts by which values were refused, by the variable's name. */
  readonly #texts = new Map<string, Set<string>>();
  readonly #marks = new Map<string, Map<Frame, Mark>>();

  /** Notes that the site has refused a value of the variable. */
  note(name: string, text: string): void {
    this.#texts.set(name, (this.#texts.get(name) ?? new Set()).add(text));
  }

  /** Whether anything that shows the text was left from an earlier value. */
  isStillShown(text: string): boolean {
    return (this.#marks.get(text)?.size ?? 0) > 0;
  }

  /** Remembers where refusals of the variable stand now, before its next value is typed. */
  async record(page: Page, name: string): Promise<void> {
    for (const text of this.#texts.get(name) ?? []) {
      const marks = new Map<Frame, Mark>();
      this.#marks.set(text, marks);
      const marking = framesOf(page).map(async (frame) => {
        const mark: Mark = await frame.evaluateHandle(() => ({ pieces: new WeakSet() }));
        const { old } = await shownIn(frame, text).evaluateAll(compare, { mark, all: true });
        if (old) marks.set(frame, mark);
      });
      await withinProbe(Promise.allSettled(marking), undefined);
    }
  }

  /** What the page shows of the text now. What stood and is gone for a moment is new when it comes back. */
  async look(page: Page, text: string): Promise<Refusal> {
    const looks = framesOf(page).map((frame) => withinProbe<Refusal>(this.#probeFrame(frame, text), "silent"));
    const seen = await Promise.all(looks);
    return (["new", "old", "silent"] as const).find((one) => seen.includes(one)) ?? "none";
  }

  async #probeFrame(frame: Frame, text: string): Promise<Refusal> {
    const marks = this.#marks.get(text);
    const mark = marks?.get(frame);
    try {
      const shown = shownIn(frame, text);
      const { old, other } = mark
        ? await shown.evaluateAll(compare, { mark, all: false })
        : { old: false, other: (await shown.count()) > 0 };
      if (!old) marks?.delete(frame);
      if ((old || other) && (await isShown(frame))) return other ? "new" : "old";
      return "none";
    } catch {
      // The mark is lost with the document that it belongs to: the next look is at another one.
      const lost = mark === undefined || (await mark.evaluate(() => false).catch(() => true));
      if (lost) marks?.delete(frame);
      return lost ? "none" : "silent";
    }
  }
}

function shownIn(frame: Frame, text: string): Locator {
  return frame.getByText(text).filter({ visible: true });
}

function withinProbe<T>(promise: Promise<T>, otherwise: T | undefined): Promise<T> {
  const late = () => new errors.TimeoutError("The page does not answer.");
  return within(promise, probeMs, late).catch(() => otherwise as T);
}

/**
 * Runs inside the page. Tells the elements that show marked pieces of text from others, and keeps the marks of those
 * alone; with `all`, marks every one. A page that writes its text anew, even the same, makes other pieces of it.
 */
function compare(elements: Element[], { mark, all }: { mark: { pieces: WeakSet<Node> }; all: boolean }) {
  const kept = new WeakSet<Node>();
  let [old, other] = [false, false];
  for (const element of elements) {
    const pieces: Node[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) if (text.nodeValue?.trim()) pieces.push(text);
    // A button that an input is shows its value.
    if (pieces.length === 0) pieces.push(element);
    if (all || pieces.some((piece) => mark.pieces.has(piece))) {
      old = true;
      for (const piece of pieces) kept.add(piece);
    } else other = true;
  }
  mark.pieces = kept;
  return { old, other };
}
