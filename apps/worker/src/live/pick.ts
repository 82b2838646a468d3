import type { LiveBox } from "@gatepost/contract/live";
import type { RecordedSelector } from "@gatepost/contract/recording";
import { within } from "@gatepost/domain/platform/signal";
import { chooseSelectors } from "@gatepost/domain/templates/recording/choose-selector";
import { readSelector, selectorSyntaxProblem } from "@gatepost/domain/templates/selector";
import type { ElementHandle, Frame, JSHandle, Page } from "playwright";
import { framesOf } from "../browser/frames.ts";
import { redact, type Secrets } from "../privacy/redact.ts";
import { locate } from "../steps/element.ts";
import { type Describer, describer } from "./described-in-page.ts";

/** How long a page may take to say what it shows. */
const answerMs = 15_000;
const maxBoxes = 20;
/** Frames in one another. */
const deepest = 5;

/** What people would click, rather than the picture or the word in it. */
const control = "a, button, select, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option]";

/** Where on the page the element is that people see at a place; null if there is none. With selectors that find it, if asked. */
export async function elementAt(
  page: Page,
  { x, y, picks }: { x: number; y: number; picks: boolean },
  { texts }: Pick<Secrets, "texts">,
): Promise<{ box: LiveBox | null; selectors: string[] }> {
  const element = await inTime(findAt(page.mainFrame(), x, y, deepest));
  if (!element) return { box: null, selectors: [] };
  try {
    const box = await inTime(element.boundingBox());
    const offered = picks ? await inTime(offersOf(element)) : [];
    const isKept = (one: string) => redact(one, texts) === one;
    return { box, selectors: chooseSelectors(offered, undefined, "observed").filter(isKept) };
  } finally {
    element.dispose().catch(() => {});
  }
}

async function offersOf(element: ElementHandle<Element>): Promise<RecordedSelector[]> {
  const describing = (await (await element.ownerFrame())?.evaluateHandle(describer)) as JSHandle<Describer> | undefined;
  return describing ? element.evaluate((node, { selectorsOf }) => selectorsOf(node), describing) : [];
}

async function findAt(frame: Frame, x: number, y: number, depth: number): Promise<ElementHandle<Element> | undefined> {
  const found: JSHandle = await frame.evaluateHandle(
    ([left, top, around]) => {
      let inner = document.elementFromPoint(left, top);
      for (let root = inner?.shadowRoot; root; root = inner?.shadowRoot) {
        const deeper: Element | null = root.elementFromPoint(left, top);
        if (!deeper || deeper === inner) break;
        inner = deeper;
      }
      return inner?.closest(around) ?? inner;
    },
    [x, y, control] as const,
  );
  const element = found.asElement() as ElementHandle<Element> | null;
  const inside = depth > 0 ? await element?.contentFrame() : undefined;
  if (!element || !inside) return element ?? undefined;
  const { left, top } = await element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    return { left: box.left + node.clientLeft, top: box.top + node.clientTop };
  });
  return (await findAt(inside, x - left, y - top, depth - 1)) ?? element;
}

/** How many visible elements a selector matches on the page and in its frames, and where the first are. */
export async function elementsOf(page: Page, selector: string): Promise<{ count: number; boxes: LiveBox[] }> {
  const kind = readSelector(selector);
  if ("problem" in kind || selectorSyntaxProblem(selector) !== undefined) return { count: 0, boxes: [] };
  const looks = framesOf(page).map(async (frame) => {
    const all = locate(frame, kind).filter({ visible: true });
    const count = await all.count();
    const first = Array.from({ length: Math.min(count, maxBoxes) }, (_, n) => all.nth(n));
    const boxes = await Promise.all(first.map((one) => one.boundingBox({ timeout: answerMs }).catch(() => null)));
    return { count, boxes: boxes.filter((box) => box !== null) };
  });
  const seen = await Promise.all(looks.map((look) => inTime(look).catch(() => ({ count: 0, boxes: [] }))));
  return {
    count: seen.reduce((sum, { count }) => sum + count, 0),
    boxes: seen.flatMap(({ boxes }) => boxes).slice(0, maxBoxes),
  };
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, answerMs, () => new Error("The page does not answer."));
}
