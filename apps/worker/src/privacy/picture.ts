import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@gatepost/domain/platform/signal";
import type { Frame, Locator, Page } from "playwright";
import { Failure } from "../browser/failure.ts";
import { hasLoaded } from "../browser/frames.ts";
import { askPage, pageFunction } from "../browser/page-functions.ts";
import { condensedSecrets, type Secrets } from "./redact.ts";

/** Set on fields into which a person has typed; pictures cover them. */
export const typedByPerson = "data-gatepost-typed";
/** Set on fields into which a step typed what must not be seen, while somebody watches. */
export const typedIn = "data-gatepost-typed-in";
const marks = { attribute: "data-gatepost-masked", highlight: "gatepost-masked" };
export const black =
  "color: #000 !important; background: #000 !important; -webkit-text-fill-color: #000 !important; text-shadow: none !important";
/** Raises a selector's specificity above any that the page may have, and matches the same. */
export const above = ":not(#a#a#a#a)";
/** During a view transition, a page shows a picture of what it was before, which no mark covers. */
const formerState = `:root${above}::view-transition-old(*) { visibility: hidden !important }`;
/**
 * Also pierces shadow roots and frames, which a style of the page's own would not. A selection would be painted over
 * every highlight. Marked fields are hidden, so that one that moves shows nothing beside its black box.
 */
const style = `
  ::highlight(${marks.highlight}) { ${black} }
  *${above}::selection { ${black} }
  [${marks.attribute}]${above} { opacity: 0 !important; transition: none !important }
  ${formerState}
`;
/** A page that goes to another one may spoil several: as it goes, and while the new document is still being read. */
const maxTries = 10;
/** The pause before a new document is tried, which needs a moment until it is shown. Later tries pause longer. */
const pauseMs = 10;

// Playwright would wait for them without end, and some never come.
process.env.PW_TEST_SCREENSHOT_NO_FONTS_READY = "1";
/** How long fonts may take that load. A person sees the text in another font then. */
const fontsMs = 1_000;

/** Marks the fields that pictures cover in the page itself, for a process that does not know them. */
export async function markFields({ fields }: Secrets): Promise<void> {
  const marking = fields.map(({ frame, field }) =>
    frame.isDetached()
      ? undefined
      : field.evaluateAll(
          (elements, names) => {
            for (const element of elements) for (const name of names) element.setAttribute(name, "");
          },
          [typedByPerson, typedIn],
        ),
  );
  await Promise.all(marking);
}

/** What a picture needs to know of a run. */
interface Pictured {
  readonly page: Page;
  readonly secrets: Secrets;
  timeLeft(): number;
}

/** The kind of a picture: as the page shows it, or small, for a person to look at. */
type PictureType = keyof typeof encodings;

/** At this quality text can be read, and a page of text takes a third of the size of a PNG. */
const encodings = { png: { type: "png" }, webp: { type: "webp", quality: 40 } } as const;

/**
 * A picture of the page's window or of one element, in which password fields and late values are covered: in fields,
 * and in the text of every frame, however it is cased or broken. What a site paints by pictures, canvases, style sheets
 * and closed shadow trees is not covered.
 */
export function takePicture(run: Pictured, target: Page | Locator, type: PictureType = "png"): Promise<Buffer> {
  const before: Promise<unknown> = underWay.get(run.page) ?? Promise.resolve();
  const taking = before.catch(() => {}).then(() => takeMasked(run, target, type));
  underWay.set(run.page, taking);
  return taking;
}

/** One after the other, because each removes its marks from the page when it is done. */
const underWay = new WeakMap<Page, Promise<Buffer>>();

async function takeMasked(run: Pictured, target: Page | Locator, type: PictureType): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const frames = run.page.frames();
    const taken = await takeOnce(run, frames, target, type).catch((error) => {
      // Without a frame that was removed meanwhile nothing of it needs to be covered, and a new document is covered anew.
      const isChanged = frames.some((frame) => frame.isDetached()) || documentReplaced.test(String(error));
      if (tries === maxTries || !isChanged) throw error;
    });
    if (taken?.isCovered) return taken.picture;
    if (tries === maxTries) throw new Failure("the page changes too fast to cover what is secret in its screenshot");
    if (taken && !taken.isReplaced) continue;
    await run.page.waitForLoadState("domcontentloaded", { timeout: run.timeLeft() }).catch(() => {});
    await sleep(tries * pauseMs);
  }
}

/**
 * Playwright's words for a page or frame that went to another document, or has another element in place of the one that is
 * shown, and Chromium's, which then has none to show yet.
 */
const documentReplaced = /Execution context was destroyed|not attached to the DOM|Unable to capture screenshot/;

async function fontsLoaded(page: Page): Promise<void> {
  const timeout = fontsMs;
  const until = performance.now() + fontsMs;
  while (performance.now() < until && !(await askPage(page.mainFrame(), "hasFonts", { timeout }).catch(() => true)))
    await sleep(pauseMs);
}

/**
 * `isCovered` is false if the page, or another document in its place, may have shown a secret that was not marked.
 * `isReplaced` says whether a frame went to another document meanwhile.
 */
async function takeOnce(run: Pictured, frames: Frame[], target: Page | Locator, type: PictureType) {
  const { texts, typed } = run.secrets;
  const secrets = condensedSecrets([...texts, ...typed]);
  // One locator per frame, because each is a round trip. A window or a frame that is gone shows nothing.
  const fieldsOf = (frame: Frame) =>
    run.secrets.fields
      .filter((typed) => typed.frame === frame)
      .reduce(
        (all, { field }) => all.or(field),
        frame.locator(`css=input[type=password], [${marks.attribute}], [${typedByPerson}]`),
      );
  const mark = (marked: boolean) =>
    texts.size + typed.size === 0
      ? Promise.resolve(0)
      : everywhere(frames, (frame) => markIn(frame, { ...marks, secrets, marked }, run.timeLeft()), run.timeLeft());
  const countFields = () => everywhere(frames, (frame) => fieldsOf(frame).count(), run.timeLeft());
  let isReplaced = false;
  const replaced = () => {
    isReplaced = true;
  };
  run.page.on("framenavigated", replaced);
  try {
    const [before, fields] = await Promise.all([mark(true), countFields(), fontsLoaded(run.page)]);
    const isMasked = before > 0 || fields > 0;
    const picture = await target.screenshot({
      ...encodings[type],
      // For any mask, even of nothing, Playwright installs 300 KB of its code in the page's own world: measured, 15 ms.
      ...(isMasked && { mask: frames.filter(hasLoaded).map(fieldsOf), maskColor: "#000" }),
      ...(texts.size + typed.size > 0 && { style }),
      timeout: run.timeLeft(),
    });
    const [after, fieldsAfter] = await Promise.all([mark(false), isMasked ? 0 : countFields()]);
    return { picture, isCovered: after <= (isReplaced ? 0 : before) && fieldsAfter === 0, isReplaced };
  } finally {
    run.page.off("framenavigated", replaced);
  }
}

/**
 * Runs a function in all frames within `ms`, and sums the results. A frame that was removed meanwhile is not in the picture, and counts
 * as `ofGone`. One that has loaded nothing yet shows nothing; where it loads meanwhile, what it shows is found after the picture.
 */
export async function everywhere(frames: Frame[], ask: (frame: Frame) => Promise<number>, ms: number, ofGone = 0) {
  const late = () =>
    new Failure("a frame of the page did not answer, so that what is secret in it could not be covered");
  const counts = await Promise.all(
    frames.filter(hasLoaded).map((frame) =>
      within(ask(frame), ms, late).catch((error) => {
        if (frame.isDetached()) return ofGone;
        throw error;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Marks {
  /** Set on elements that show a secret and render its text themselves: fields, menus, SVG texts and images that are not there. */
  attribute: string;
  /** The name of a custom highlight (CSS Custom Highlight API) over ordinary texts, so that the page's own tree is unchanged. */
  highlight: string;
  /** As condense returns them. */
  secrets: string[];
  /** Whether to mark the places found, or to remove all marks. */
  marked: boolean;
  /**
   * While somebody watches the page: the style that covers marks and password fields, which every document and shadow root
   * gets. Only places are counted that were not covered before.
   */
  sheet?: { text: string; whileMarked: string };
}

/**
 * Finds every place where the document shows one of the secrets, also where it is spread over several elements or
 * fields, and marks fields and the like by an attribute and texts by a highlight. Returns how many there are, or with a sheet
 * how many of them were not covered.
 *
 * It runs inside the page: it is sent there as text and may use nothing from outside itself.
 */
function markSecrets({ attribute, highlight, secrets, marked, sheet }: Marks): number {
  const nodes: Text[] = [];
  const characters: { node: number; offset: number }[] = [];
  const boxes: Element[] = [];
  /** The field of each character of `typed`, because one code may have a field for each of its digits. */
  const typedIn: Element[] = [];
  let [shown, typed] = ["", ""];
  const roots: (Document | ShadowRoot)[] = [];

  function visit(root: Document | ShadowRoot): void {
    roots.push(root);
    // Without a secret only the shadow roots are sought, for the sheet.
    if (sheet && secrets.length === 0) {
      for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) visit(shadowRoot);
      return;
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) read(node);
      else if (node instanceof Element) {
        if (node.matches("input, textarea, select, img, svg text")) readBox(node);
        if (node.shadowRoot) visit(node.shadowRoot);
      }
    }
  }

  function read(node: Text): void {
    if (node.parentElement?.closest("script, style, noscript, template")) return;
    nodes.push(node);
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = comparableCharacter(node.data[offset] as string);
      if (letter === "") continue;
      shown += letter;
      characters.push({ node: nodes.length - 1, offset });
    }
  }

  function readBox(box: Element): void {
    boxes.push(box);
    if (!(box instanceof HTMLInputElement) || /^(button|submit|reset|checkbox|radio|file|hidden)$/.test(box.type))
      return;
    const text = condensed(box.value);
    typed += text;
    for (let n = 0; n < text.length; n++) typedIn.push(box);
  }

  /** While places are marked, what the page changes is covered before it is painted, also where it is gone again at once. */
  function coverChanges(): void {
    const observed = Symbol.for(highlight);
    (Reflect.get(document, observed) as MutationObserver | undefined)?.disconnect();
    if (!marked || secrets.length === 0) return;
    const observer = new MutationObserver((changes) => {
      const byPlace = Map.groupBy(changes, ({ target }) => (target instanceof Text && target.parentNode) || target);
      const texts = [...byPlace].flatMap(([place, there]) => {
        const short = shortText(place);
        if (short !== undefined) return [short];
        return there.flatMap(({ target, addedNodes }) =>
          (target instanceof Text ? [target] : [...addedNodes]).map(({ textContent }) => textContent ?? ""),
        );
      });
      if (texts.map(condensed).some((text) => secrets.some((secret) => text.includes(secret)))) {
        markSecrets({ attribute, highlight, secrets, marked, ...(sheet && { sheet }) });
      }
    });
    for (const root of roots) observer.observe(root, { subtree: true, childList: true, characterData: true });
    Reflect.set(document, observed, observer);
  }

  /** Undefined if it is long, or has many nodes. What is spread over those and changes only in part is found with the next picture. */
  function shortText(place: Node): string | undefined {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let text = "";
    for (let count = 0; walker.nextNode(); count++) {
      if (walker.currentNode instanceof Text) text += walker.currentNode.data;
      if (count > 200 || text.length > 2_000) return undefined;
    }
    return text;
  }

  function condensed(text: string): string {
    return text.split("").map(comparableCharacter).join("");
  }

  function comparableCharacter(character: string): string {
    return /[\s\p{Cc}\p{Cf}]/u.test(character) ? "" : character.toLowerCase().slice(0, 1).replace("ς", "σ");
  }

  visit(document);
  coverChanges();
  const ranges: Range[] = [];
  const holding = new Set<Element>();
  for (const secret of secrets) {
    for (let at = shown.indexOf(secret); at >= 0; at = shown.indexOf(secret, at + 1)) {
      // One range per text node: a range cannot reach across shadow roots.
      const byNode = Map.groupBy(characters.slice(at, at + secret.length), ({ node }) => node);
      for (const [index, part] of byNode) {
        const drawn = nodes[index]?.parentElement?.closest("svg text");
        if (drawn) holding.add(drawn);
        const range = document.createRange();
        range.setStart(nodes[index] as Text, part[0]?.offset ?? 0);
        range.setEnd(nodes[index] as Text, (part.at(-1)?.offset ?? 0) + 1);
        ranges.push(range);
      }
    }
  }
  const before = new Set<string>();
  const indices = new Map<Node, number>(sheet ? nodes.map((node, index) => [node, index]) : []);
  const nameOf = ({ startContainer, startOffset, endOffset }: AbstractRange) => {
    return `${indices.get(startContainer)} ${startOffset} ${endOffset}`;
  };
  if (sheet) for (const range of CSS.highlights.get(highlight) ?? []) before.add(nameOf(range));
  // To set it again would have the page painted again.
  const isSame = new Set(ranges.map(nameOf)).size === before.size && ranges.every((range) => before.has(nameOf(range)));
  if (!marked) CSS.highlights.delete(highlight);
  else if (!isSame || !sheet) {
    const cover = new Highlight(...ranges);
    // Above the page's own highlights.
    cover.priority = 2 ** 31 - 1;
    CSS.highlights.set(highlight, cover);
  }

  for (const box of boxes) {
    const { value, placeholder, alt } = box as HTMLInputElement;
    const labels = Array.from(box.querySelectorAll("[label]"), (one) => one.getAttribute("label"));
    const text = condensed([value, placeholder, alt, ...labels, box.textContent].join("\n"));
    if (secrets.some((secret) => text.includes(secret))) holding.add(box);
  }
  for (const secret of secrets) {
    for (let at = typed.indexOf(secret); at >= 0; at = typed.indexOf(secret, at + 1)) {
      for (const box of typedIn.slice(at, at + secret.length)) holding.add(box);
    }
  }
  if (!sheet) {
    for (const box of boxes) box.toggleAttribute(attribute, marked && holding.has(box));
    return ranges.length + holding.size;
  }
  let uncovered = ranges.filter((range) => !before.has(nameOf(range))).length;
  for (const box of holding) if (!box.hasAttribute(attribute)) uncovered += 1;
  for (const box of boxes) box.toggleAttribute(attribute, marked && holding.has(box));
  const text = ranges.length > 0 ? sheet.text + sheet.whileMarked : sheet.text;
  for (const root of roots) {
    const isOurs = (one: CSSStyleSheet) => Reflect.has(one, attribute);
    let ours = root.adoptedStyleSheets.find(isOurs);
    if (!marked) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => !isOurs(one));
      continue;
    }
    if (!ours) {
      ours = new CSSStyleSheet();
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, ours];
      uncovered += root.querySelectorAll("input[type=password]").length;
    }
    if (Reflect.get(ours, attribute) !== text) {
      Object.assign(ours, { [attribute]: text });
      ours.replaceSync(text);
      uncovered += ranges.length;
    }
  }
  return uncovered;
}

/** Apart from the scripts of the page, which would be told the secrets of other sites. */
const askMark = await pageFunction("gatepost-secrets", markSecrets);

/** What markSecrets returns. A frame that does not answer within `ms` is for the caller to notice. */
export async function markIn(frame: Frame, marks: Marks, ms: number): Promise<number> {
  return await askMark(frame, marks, ms + 1_000);
}
