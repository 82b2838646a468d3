import type { Frame, Locator } from "playwright";
import type { Probe } from "./frames.ts";
import { registerEngine } from "./selector-engines.ts";
import { type Reading, reading } from "./shown-text.ts";

/**
 * Functions that run inside pages, apart from their scripts. Playwright evaluates what it is given in the page's own world,
 * where it must first install 300 KB of its own code for each document that an element is asked about: measured, 40 ms of
 * CPU. Its selectors run in a world of their own, which has that code already; so these functions are a selector engine. It
 * answers with an element that is not on the page and carries the answer as JSON. A page cannot replace what they use.
 */
const engine = "gatepost";

/**
 * The answer of an engine; null where it is more than the worker reads of a page (browser-messages.ts). Sent into pages as text: may
 * use nothing from outside itself.
 */
export function answerOf(value: unknown): string {
  const json = JSON.stringify(value);
  const [mayBeLong, long] = [2 * 2 ** 20, 15 * 2 ** 20];
  const isLong = json.length > mayBeLong && new TextEncoder().encode(JSON.stringify(json)).length > long;
  return isLong ? "null" : json;
}

type Functions = ReturnType<typeof createEngine>["functions"];
type Answer<Name extends keyof Functions> = ReturnType<Functions[Name]>;
/** What a field holds after it was given a text. */
export type Kept = NonNullable<Answer<"kept">>;
/** What has the focus. */
export type Focused = NonNullable<Answer<"focused">>;
/** The options of a select. */
export type Options = NonNullable<Answer<"options">>;

/** Sent into pages as text: may use nothing from outside itself. */
function createEngine(read: Reading, jsonOf: typeof answerOf) {
  let held: Element | undefined;
  let isChanged: boolean | null = null;
  const paused: Animation[] = [];
  const observer = new MutationObserver(() => {
    isChanged = true;
  });
  const fieldOf = (node: Element | null | undefined) => (node instanceof HTMLLabelElement ? node.control : node);

  interface Place {
    on: "itself" | "drawn" | "label";
    /** Within the label: not on a link, such as one to the terms. */
    position?: { x: number; y: number };
  }

  const isIn = (around: Element, hit: Element | null) =>
    hit !== null && around.contains(hit) && !around.contains(hit.closest("a, button"));

  /**
   * Where a box is clicked of which its page draws one of its own, with the real one transparent, tiny, clipped or far away: at its
   * place, if that is what the page has drawn for it, or on its label.
   */
  function placeOf(box: HTMLInputElement): Place {
    const labels = [...(box.labels ?? [])].filter((one) => one.checkVisibility());
    const { width, height, top: upper, right, bottom } = box.getBoundingClientRect();
    const isOnPage = right + scrollX > 0 && bottom + scrollY > 0;
    const isSeen = isOnPage && box.checkVisibility({ opacityProperty: true }) && Math.min(width, height) > 1;
    if (isSeen && labels.length === 0) return { on: "itself" };
    if (!isSeen || upper < 0 || bottom > innerHeight) box.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top } = box.getBoundingClientRect();
    const hit = (box.getRootNode() as Document).elementFromPoint(left + width / 2, top + height / 2);
    // All radio buttons of a group may be at the place of the first one.
    const isOfOther = hit?.closest("label") && !labels.some((label) => label.contains(hit));
    if (hit === box || (isSeen && !isOfOther && !labels.some((label) => isIn(label, hit)))) return { on: "itself" };
    if (!box.disabled && box.parentElement && isIn(box.parentElement, hit) && !isOfOther) return { on: "drawn" };
    const [label] = labels;
    return label ? { ...placeIn(label), on: "label" } : { on: "itself" };
  }

  function placeIn(label: HTMLLabelElement): Place {
    label.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top } = label.getBoundingClientRect();
    const points = [...label.getClientRects()].flatMap((line) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => ({ x: line.left + part * line.width, y: line.top + line.height / 2 })),
    );
    const root = label.getRootNode() as Document;
    const point = points.find(({ x, y }) => isIn(label, root.elementFromPoint(x, y)));
    return { on: "itself", ...(point && { position: { x: point.x - left, y: point.y - top } }) };
  }

  const functions = {
    /** Answers as soon as the element is found. */
    present: () => null,
    /**
     * `isOff`: beyond the page's upper or left edge, as menus are that are not open. `isPassed`: a field or label through which the
     * pointer goes to what is around it, where the page opens a list of its own.
     */
    pointed(node: Element): { isOff: boolean; isPassed: boolean } {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const isInScrolled = (one: Element | null): boolean =>
        one !== null && (isScrolled(one) || isInScrolled(one.parentElement));
      const isScrolled = (one: Element) =>
        one !== document.scrollingElement && (one.scrollTop !== 0 || one.scrollLeft !== 0);
      const isThrough = (one: Element | null) => one !== null && getComputedStyle(one).pointerEvents === "none";
      const field = fieldOf(node);
      const isField = field instanceof HTMLInputElement && field.matches(":enabled:not([type=checkbox], [type=radio])");
      const isPassed = isField && isThrough(node) && !isThrough(node.parentElement);
      const hitIn = (around: Element | null) => {
        const hit = (node.getRootNode() as Document).elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit === null || around?.contains(hit) === true;
      };
      return {
        isOff: (right + scrollX <= 0 || bottom + scrollY <= 0) && !isInScrolled(node),
        isPassed: isPassed && hitIn(node.parentElement),
      };
    },
    /** What is read there, null if it has no such attribute; null where that is longer than `max`. */
    text(node: Element, max: number, attribute: string): { text: string | null } | null {
      const text = read(node, attribute);
      return text !== null && text.length > max ? null : { text };
    },
    /** Keeps the element for the questions below, until the next one is held or the document is left. */
    hold(node: Element) {
      held = node;
      const field = fieldOf(node);
      /** Of an input, in small letters; `select` for one. */
      const type = field instanceof HTMLSelectElement ? "select" : (field?.getAttribute("type") ?? "").toLowerCase();
      /** The document's, also where its address does not say it; `null` as a text if it has none of its own. */
      const { origin } = window;
      const isField =
        field?.matches("input, textarea, select") || (field instanceof HTMLElement && field.isContentEditable);
      return { type, origin, isField };
    },
    /**
     * Selects all of a held field that takes text at once, so that text which is inserted next replaces it. How long that is; null
     * for anything else, which is left to Playwright, which waits until a field can be filled.
     */
    select(): { length: number } | null {
      const isTextField =
        held instanceof HTMLTextAreaElement ||
        (held instanceof HTMLInputElement && /^(?:text|password|email|search|tel|url)$/.test(held.type));
      if (!isTextField || held?.getRootNode() !== document || !held.matches(":enabled:read-write")) return null;
      if (held.closest("[inert], [aria-disabled=true], [aria-readonly=true]")) return null;
      const field = held as HTMLInputElement;
      const { value } = field;
      field.select();
      field.focus();
      // Its page may put another one in its place, which is looked for then.
      if (!field.isConnected) return null;
      // Its page may move the caret when it gets the focus, or take away what is around a number, such as its currency.
      const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
      if (plain(value).includes(plain(field.value))) field.select();
      return { length: field.value.length };
    },
    /** Replaces what the held field holds. Keys would go where the focus is, which a frame of another site may have taken. */
    insert(_: Element, _max: number, text: string): null {
      const field = fieldOf(held) as HTMLElement;
      field.focus();
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
      else getSelection()?.selectAllChildren(field);
      document.execCommand("insertText", false, text);
      return null;
    },
    /** Brings the focus to the held element, as Playwright does that types. Why it does not take keys; empty if it does. */
    focus(): string {
      const field = fieldOf(held) ?? held;
      if (!(field instanceof HTMLElement || field instanceof SVGElement)) return "";
      if (field.matches(":disabled")) return "disabled";
      if (field.closest("[inert]")) return "inert, as what is under a dialog is";
      const root = field.getRootNode() as Document;
      const hadFocus = root.activeElement === field && document.hasFocus();
      let gotFocus = hadFocus;
      const noted = ({ target }: Event) => {
        gotFocus ||= target === field;
      };
      // Not of the element itself: one of SVG that is listened to takes the focus.
      root.addEventListener("focus", noted, { capture: true });
      field.focus();
      root.removeEventListener("focus", noted, { capture: true });
      if (field.matches("input, textarea, select") && root.activeElement !== field)
        return "without the focus, which another element keeps";
      // What gets the focus may pass it on, and what is around the focus has it already.
      if (!gotFocus && !field.contains(root.activeElement))
        return "it does not take the focus: CLICK it, then TYPE_TEXT without a selector";
      if (!hadFocus && field instanceof HTMLInputElement && field.selectionStart !== null)
        field.setSelectionRange(0, 0);
      return "";
    },
    /**
     * Stops the endless animations that move the element where it is now, and returns how many there are. If the element, or what it is
     * in, is disabled, what has the focus loses it.
     */
    pause(node: Element): number {
      const isDisabled = node.closest(":disabled, [aria-disabled=true]") !== null;
      if (isDisabled && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      for (
        let one: Element | null | undefined = node;
        one;
        one = one.parentElement ?? (one.getRootNode() as ShadowRoot).host
      )
        for (const animation of one.getAnimations()) {
          const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
          if (!isEndless || animation.playState !== "running") continue;
          animation.pause();
          paused.push(animation);
        }
      return paused.length;
    },
    /** Lets them go on. */
    resume(): null {
      for (const animation of paused.splice(0)) animation.play();
      return null;
    },
    /**
     * At most `max` characters of what the held field keeps; null where it is no longer on its page. `type`: in small letters,
     * `textarea` for one; `editable` for an element that is edited in place; empty for what holds no text. `maxLength`: -1: none.
     * `left`: whether something else has the focus by now.
     */
    kept(_: Element, max: number, wanted: string) {
      if (!held?.isConnected) return null;
      const field = fieldOf(held);
      const root = held.getRootNode() as Document;
      // Some pages look at a field only then. The key has no name, as those of a phone's keyboard have none.
      if (wanted === "keyup" && root.activeElement === field)
        field?.dispatchEvent(new KeyboardEvent("keyup", { key: "Unidentified", bubbles: true, composed: true }));
      if (!held.isConnected) return null;
      const left = root.activeElement !== field;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        return { type: field.type, text: field.value.slice(0, max), maxLength: field.maxLength, left };
      if (field instanceof HTMLElement && field.isContentEditable)
        // biome-ignore lint/performance/useDomNodeTextContent: with the line breaks that a person sees
        return { type: "editable", text: field.innerText.slice(0, max), maxLength: -1, left };
      return { type: "", text: "", maxLength: -1, left };
    },
    /** Whether the held element was taken off its page, which is still there. */
    removed: (): boolean => held?.isConnected === false,
    /** At most `max` characters of what the fields around the held one keep together; null as above. */
    keptTogether(_: Element, max: number): string | null {
      if (!held?.isConnected) return null;
      const fields = (held.getRootNode() as Document).querySelectorAll<HTMLInputElement>("input:not([type=hidden])");
      return Array.from(fields, ({ value }) => value)
        .join("")
        .slice(0, max);
    },
    /**
     * What has the focus, which the document holds from then on; null if it held nothing. `isFull`: a field that takes no more keys,
     * because of its maxlength; one without is full with `max` characters, unless that is 0. `isHeld`: it is the one that the document
     * held before. `isNowhere`: nothing has the focus, so that a key would be lost.
     */
    focused(_: Element, max: number) {
      if (!held) return null;
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      const isHeld = focused === fieldOf(held);
      if (!focused || focused === document.body) return { isFull: false, isHeld, isNowhere: true };
      held = focused;
      if (!(focused instanceof HTMLInputElement)) return { isFull: false, isHeld, isNowhere: false };
      const size = focused.maxLength >= 0 ? focused.maxLength : max || Number.POSITIVE_INFINITY;
      const isFull = focused.value.length >= size && focused.selectionStart === focused.selectionEnd;
      return { isFull, isHeld, isNowhere: false };
    },
    /** The place of the option with a value, or else with a label, and a few of those that there are; null if it is no select. */
    options(node: Element, max: number, wanted: string) {
      const select = fieldOf(node);
      if (!(select instanceof HTMLSelectElement)) return null;
      const options = [...select.options];
      const plain = (text: string) => text.replace(/\s+/g, " ").trim();
      const byValue = options.findIndex(({ value }) => value === wanted);
      const index = byValue >= 0 ? byValue : options.findIndex(({ label }) => plain(label) === plain(wanted));
      const labels = options.map(({ label }) => label.trim()).filter((label) => label !== "");
      const few = 10;
      let disabled: "option" | "element" | undefined;
      // Some pages add options once a person is at the select.
      if (index < 0) select.focus();
      if (options[index]?.matches(":disabled")) disabled = "option";
      // It may be given other options.
      if (select.matches(":disabled")) disabled = "element";
      return {
        index,
        value: options[index]?.value ?? "",
        disabled,
        labels: labels.slice(0, few).map((label) => label.slice(0, max)),
        more: labels.length - few,
      };
    },
    /** `chosen`: a radio button that is checked. `place`: where it is clicked. */
    boxKind(node: Element): { kind: "box" | "chosen" | "other"; place: Place } {
      const box = fieldOf(node);
      if (box instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(box.type)) {
        const isChosen = box.type === "radio" && box.checked;
        const place = node instanceof HTMLLabelElement ? placeIn(node) : placeOf(box);
        return { kind: isChosen ? "chosen" : "box", place };
      }
      const boxes = /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/;
      return { kind: boxes.test(box?.role ?? "") ? "box" : "other", place: { on: "itself" } };
    },
    /** How an element takes a file: itself, or perhaps by a file chooser that a click opens, unless the click could submit a form. */
    takesFiles(node: Element): "itself" | "clicked" | "never" {
      const field = fieldOf(node);
      if (field instanceof HTMLInputElement && field.type === "file") return "itself";
      const around = ["button, input", "label"].map((controls) => node.closest(controls));
      const clicked = [...around, ...node.querySelectorAll("button, input, label")].map(fieldOf);
      const submits = clicked.some(
        (one) =>
          (one instanceof HTMLButtonElement || one instanceof HTMLInputElement) &&
          one.form &&
          /^(?:submit|image)$/.test(one.type),
      );
      return submits ? "never" : "clicked";
    },
    hasFonts: (): boolean => document.fonts.status === "loaded",
    /** Notes from now on whether the document changes. */
    watch() {
      isChanged = false;
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    /** Whether it has changed since then; null if it is not watched. */
    changed(): boolean | null {
      return isChanged;
    },
  };

  function queryAll(root: Node, selector: string): Element[] {
    if (selector === "held") {
      if (held?.isConnected) return [held];
      throw new Error("The element is not attached.");
    }
    if (selector === "labels") return [...((root as HTMLInputElement).labels ?? [])];
    const node = root instanceof Document ? root.documentElement : (root as Element);
    const [name, max, wanted = ""] = selector.split(" ");
    const answer = document.createElement("data");
    const value = functions[name as keyof typeof functions](node, Number(max), decodeURIComponent(wanted));
    answer.setAttribute("data-answer", jsonOf(value));
    return [answer];
  }
  return { queryAll, query: (root: Node, selector: string) => queryAll(root, selector)[0] ?? null, functions };
}

await registerEngine(engine, `(${createEngine})(${reading}, ${answerOf})`);

/** Asks a function about an element, or about the one that a frame holds. Waits for the element, at most `timeout` ms. */
export async function askPage<Name extends keyof Functions>(
  place: Locator | Frame,
  name: Name,
  { max = 0, wanted = "", timeout }: { max?: number; wanted?: string; timeout: number },
): Promise<Answer<Name>> {
  const question = `${engine}=${name} ${max} ${encodeURIComponent(wanted.toWellFormed())}`;
  return (await askEngine(place, question, timeout)) as Answer<Name>;
}

/** A probe that asks a function about an element. */
export function asking<Name extends keyof Functions>(name: Name, of: { max?: number } = {}): Probe<Answer<Name>> {
  return (element, timeout) => askPage(element, name, { ...of, timeout });
}

/** The answer of a selector engine that answers as this one does. */
export async function askEngine(place: Locator | Frame, question: string, timeout: number): Promise<unknown> {
  const answer = await place.locator(question).getAttribute("data-answer", { timeout });
  return JSON.parse(answer ?? "null");
}

/** Sent into pages as text: may use nothing from outside itself. */
function createAnswering(run: (given: unknown, node: Element) => unknown, jsonOf: typeof answerOf) {
  function query(node: Element, selector: string): Element {
    const answer = document.createElement("data");
    answer.setAttribute("data-answer", jsonOf(run(JSON.parse(decodeURIComponent(selector)), node)));
    return answer;
  }
  return { query, queryAll: (node: Element, selector: string) => [query(node, selector)] };
}

/**
 * Another function that runs inside pages apart from their scripts, as an engine of its own. It is sent there as text, and may use
 * nothing from outside itself. Resolves with what asks it about an element, or about a frame's document.
 */
export async function pageFunction<Given, Result>(
  name: string,
  run: string | ((given: Given, node: Element) => Result),
) {
  await registerEngine(name, `(${createAnswering})(${run}, ${answerOf})`);
  return async (place: Locator | Frame, given: Given, timeout: number) =>
    (await askEngine(place, `${name}=${encodeURIComponent(JSON.stringify(given))}`, timeout)) as Result;
}

/** The labels of fields. */
export function labelsOf(fields: Locator): Locator {
  return fields.locator(`${engine}=labels`);
}

/** The element that a frame holds. What is asked of it fails with "not attached" when it has left its page. */
export function heldElement(frame: Frame): Locator {
  return frame.locator(`${engine}=held`);
}
