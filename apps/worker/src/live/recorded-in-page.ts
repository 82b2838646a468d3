import type { Noticed } from "@gatepost/contract/recording";
import { callBinding } from "../browser/frames.ts";
import { type Describer, describer } from "./described-in-page.ts";

/**
 * Notices in a page what a person does there, and calls the binding with it. It is in the page's own world, as ActedElements is, so
 * that it says what an element is before the page answers, which may be to leave. What is typed never leaves the page. Sent into
 * pages as text: may use nothing from outside itself.
 */
function notice(
  call: (noticed: Noticed) => void,
  { plain, isShown, isInControl, selectorsOf, calledOf }: Describer,
): void {
  const own = document;
  if ("__gatepostNotices" in own) return;
  Object.defineProperty(own, "__gatepostNotices", { value: true });

  const implicitMs = 1_000;
  const shows = ["display", "visibility", "opacity"];
  /** Pixels; a hand is not quite still during a click. */
  const leastDrag = 10;
  const clickable = "a, button, input, select, textarea, summary, label, [role], [onclick], [tabindex]";
  /** In place of selectors that would act on something else: the step is left out, with a warning. */
  const unusable = "aria/";
  const edited = "[contenteditable]:not([contenteditable=false])";
  /** What chooses from a list, or sends a message. */
  const inFields = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|Enter)$/;
  const passwords = new WeakSet<Element>();
  let enteredAt = Number.NEGATIVE_INFINITY;

  function holdsOf(element: Element): Noticed["holds"] {
    const purpose = element.getAttribute("autocomplete") ?? "";
    if ((element as HTMLInputElement).type === "password" || /\bpassword\b|-password\b/.test(purpose))
      passwords.add(element);
    return passwords.has(element) ? "password" : /\bone-time-code\b/.test(purpose) ? "code" : "text";
  }

  const describe = (element: Element) => ({
    element,
    described: { selectors: selectorsOf(element), label: calledOf(element), holds: holdsOf(element) },
  });
  type Known = ReturnType<typeof describe>;
  /** Of a key, which goes where the focus is. */
  const nowhere: Known = { element: own.documentElement, described: { selectors: ["html"], label: "", holds: "text" } };
  /** The field into which something was typed last: its page may call it otherwise with each character. */
  let field: Known | undefined;

  /**
   * Says what was done last once it can be known: whether the page has answered a key, or taken away what was pressed. Before anything
   * else is said, also where a busy page runs its timers late.
   */
  let undecided: (() => void) | undefined;
  function sayLast(): void {
    const last = undecided;
    undecided = undefined;
    last?.();
  }

  function say(kind: Noticed["kind"], { element, described }: Known, more: Partial<Noticed> = {}): void {
    sayLast();
    field = kind === "fill" ? { element, described } : undefined;
    call({ kind, isCharacter: false, emptied: 0, chosen: "", checked: false, ...described, ...more });
  }

  /** Where the event was: inside shadow trees too. A window has the listeners of the empty document that it showed first. */
  function targetOf(event: Event): Element | undefined {
    const [target] = event.composedPath();
    const isHere = event.isTrusted && target instanceof Element && target.ownerDocument === own;
    return isHere ? target : undefined;
  }

  const isTextField = (element: Element) =>
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement &&
      !["checkbox", "radio", "file", "button", "submit", "reset", "image"].includes(element.type));

  /** A page's own box may be out of sight behind its label. */
  const seenOf = (box: HTMLInputElement) => (isShown(box) ? box : ([...(box.labels ?? [])].find(isShown) ?? box));

  /** Whether a click at its place is not on it. */
  function isClipped(box: HTMLInputElement): boolean {
    const { left, top, width, height } = box.getBoundingClientRect();
    return (box.getRootNode() as Document).elementFromPoint(left + width / 2, top + height / 2) !== box;
  }

  /** Where the pointer went down; and whether it came up elsewhere, which a browser answers with a click on what is around both. */
  let held: { element: Element; x: number; y: number } | undefined;
  let isDragged = false;
  /** What the pointer went down on, until it is clicked. A page may take it away before that, as a menu does that chooses at once. */
  let pointed: (Known & { openers: Known[] }) | undefined;
  let clickedLast: Known | undefined;

  function grabbed(event: PointerEvent): void {
    sayLast();
    const target = targetOf(event);
    const element = target?.closest("[draggable=true]") ?? target;
    isDragged = false;
    held = element && { element, x: event.clientX, y: event.clientY };
    const clicked = event.button === 0 && target && clickedAt(target);
    pointed = clicked ? pointedAt(clicked) : undefined;
  }

  /** Whether a step, which clicks in the middle, would click on a control in the element, such as a button on a card. */
  function isAroundControl(element: Element): boolean {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ];
    return isInControl((element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y), element);
  }

  const pointedAt = (element: Element) => {
    const known = describe(element);
    if (isAroundControl(element)) known.described.selectors = [unusable];
    return { ...known, openers: openersOf(element).map(describe) };
  };

  function released(event: MouseEvent): void {
    dropped(event);
    sayLast();
    // After the click, if there is one.
    undecided = () => {
      if (pointed && !isDragged && !isShown(pointed.element)) sayClick(pointed);
      pointed = undefined;
    };
    setTimeout(sayLast);
  }

  function dropped(event: MouseEvent): void {
    const { clientX, clientY, isTrusted } = event;
    if (!held || !isTrusted || Math.hypot(clientX - held.x, clientY - held.y) < leastDrag) return;
    const { element } = held;
    held = undefined;
    isDragged = !event.composedPath().includes(element.closest(clickable) ?? element);
    // What is dragged may follow the pointer. A text that is selected, or a thumb that is moved along, goes onto nothing.
    const onto = document.elementsFromPoint(clientX, clientY).find((one) => !element.contains(one));
    const isOnto = onto && !onto.contains(element) && getSelection()?.isCollapsed;
    if (!isOnto || element.matches("input, textarea, select")) return;
    isDragged = true;
    say("drag", describe(element), { onto: selectorsOf(onto) });
  }

  /** The rules of style sheets that count under the pointer only and decide what is seen. */
  function* hoverRules(rules: Iterable<CSSRule>): Iterable<CSSStyleRule> {
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) yield* hoverRules(rule.cssRules);
      const { selectorText = "", style } = rule as Partial<CSSStyleRule>;
      if (selectorText.includes(":hover") && style && shows.some((name) => style.getPropertyValue(name) !== ""))
        yield rule as CSSStyleRule;
    }
  }

  /** What is around an element that is seen by such a rule, and has to be under the pointer. */
  function openerOf(shown: Element, selector: string): Element | null {
    try {
      const [before = ""] = selector.split(":hover");
      if (!shown.matches(selector)) return null;
      return shown.parentElement?.closest(/[\s>+~]$|^$/.test(before) ? `${before}*` : before) ?? null;
    } catch {
      // A part of a selector that has commas of its own.
      return null;
    }
  }

  /** What the pointer has to be over for an element to be seen, the outermost first. */
  function openersOf(element: Element): Element[] {
    const selectors = [...document.styleSheets].flatMap((sheet) => {
      try {
        return [...hoverRules(sheet.cssRules)].flatMap(({ selectorText }) => selectorText.split(","));
      } catch {
        // A sheet of another site.
        return [];
      }
    });
    const openers = new Set<Element>();
    for (let shown: Element | null = element; shown; shown = shown.parentElement)
      for (const selector of selectors) {
        const opener = openerOf(shown, selector);
        if (opener) openers.add(opener);
      }
    return [...openers].reverse();
  }

  /** What a click at an element is on; undefined where its field or box says what became of it. */
  function clickedAt(target: Element): Element | undefined {
    const acted = target.closest(clickable) ?? target;
    if (acted.matches("select, option, optgroup")) return undefined;
    if (acted instanceof HTMLLabelElement && acted.control) return undefined;
    if (acted instanceof HTMLInputElement && ["checkbox", "radio", "file"].includes(acted.type)) return undefined;
    const opens = acted.matches("[readonly], [role=combobox], [aria-haspopup]");
    if ((isTextField(acted) || acted.matches(edited)) && !opens) return undefined;
    // Such as a cell of a row that has a link in its middle.
    return isAroundControl(acted) && !isAroundControl(target) ? target : acted;
  }

  function sayClick({ openers, ...clicked }: NonNullable<typeof pointed>): void {
    for (const opener of openers) say("hover", opener);
    say("click", clicked);
    clickedLast = clicked;
  }

  function clicked(event: MouseEvent): void {
    if (isDragged) return;
    const target = targetOf(event);
    // The browser's answer to Enter in a field, and to a click on a label, whose control says what became of it.
    if (event.detail === 0 && performance.now() - enteredAt < implicitMs) return;
    const acted = target && clickedAt(target);
    // Keys click too.
    const before = event.detail > 0 ? pointed : undefined;
    pointed = undefined;
    // The page has taken away what the pointer went down on, so that the browser clicks what is around it.
    if (before && !event.composedPath().includes(before.element)) sayClick(before);
    else if (!acted) return;
    // The second click of two, on what may be called otherwise since the first one.
    else if (event.detail === 2) say("doubleClick", clickedLast?.element === acted ? clickedLast : describe(acted));
    else sayClick(before?.element === acted ? before : pointedAt(acted));
  }

  function typedInto(event: Event): { element: Element; text: string } | undefined {
    const target = targetOf(event);
    const element = target && !isTextField(target) ? target.closest(edited) : target;
    const text = element && (isTextField(element) ? (element as HTMLInputElement).value : element.textContent);
    return element ? { element, text: text ?? "" } : undefined;
  }

  /** How often pages have emptied fields before another text was typed, as they do with a field for tags or messages. */
  const emptied = new WeakMap<Element, number>();

  function typing(event: Event): void {
    const { element, text } = typedInto(event) ?? {};
    if (!element || field?.element === element) return;
    const before = emptied.get(element);
    if (before === undefined || text === "") emptied.set(element, before === undefined ? 0 : before + 1);
  }

  function typed(event: Event): void {
    const { element, text = "" } = typedInto(event) ?? {};
    if (!element) return;
    const isCharacter = isTextField(element) && /^[\p{L}\p{N}]$/u.test(text);
    const known = field?.element === element ? field : describe(element);
    say("fill", known, { isCharacter, emptied: emptied.get(element) ?? 0 });
  }

  /** The label of the chosen option, unless a step would take it for the value of another one. */
  function chosenIn({ options, selectedOptions: [chosen], value }: HTMLSelectElement): string {
    const label = plain(chosen?.label);
    const isOther = [...options].some((other) => other !== chosen && other.value === label);
    return isOther ? value : label || value;
  }

  function changed(event: Event): void {
    const [field] = event.composedPath();
    // That it has files may be said by a script, of the page or of the browser that is given them.
    if (field instanceof HTMLInputElement && field.type === "file" && field.files?.length)
      say("upload", describe(field));
    // A change event stays in its shadow tree, and an input event leaves it.
    const target = event.type === "input" ? targetOf(event) : undefined;
    if (target instanceof HTMLSelectElement) say("choose", describe(target), { chosen: chosenIn(target) });
    if (!(target instanceof HTMLInputElement)) return;
    const seen = seenOf(target);
    if (target.type === "checkbox" || (target.type === "radio" && seen === target && isClipped(target)))
      say("check", describe(seen), { checked: target.checked });
    else if (target.type === "radio") say("click", describe(seen));
  }

  /** Whether a key may be one that the page answers itself. A character that is typed is in the field's text. */
  function mayBeAnswered(key: string, held: string[], target: Element): boolean {
    const isChord = held.includes("Control") || held.includes("Meta");
    if (isChord && !held.includes("Alt") && /^[a-z0-9]$/i.test(key)) return true;
    if (held.join() === "Shift") return false;
    return inFields.test(key) || (key === "Space" && !isTextField(target) && !target.matches(edited));
  }

  function pressed(event: KeyboardEvent): void {
    const target = targetOf(event);
    sayLast();
    // With AltGr, a key writes another character.
    if (!target || event.isComposing || event.getModifierState("AltGraph")) return;
    const held = ["Control", "Alt", "Meta", "Shift"].filter((name) => event.getModifierState(name));
    const key = event.key === " " ? "Space" : event.key;
    const isEnter = key === "Enter";
    const isInLine = target instanceof HTMLInputElement && isTextField(target);
    if (isEnter && event.repeat) return;
    if (isEnter && isInLine) enteredAt = performance.now();
    const press = () => say("press", nowhere, { key: [...held, key].join("+") });
    // A page that sends on Control+Enter need not prevent the default.
    const isAlways = isEnter ? isInLine || /Control|Meta/.test(held.join()) : key === "Tab" || key === "Escape";
    if (isAlways) press();
    else if (mayBeAnswered(key, held, target)) {
      const lengthNow = () =>
        (target instanceof HTMLTextAreaElement ? target.value : (target.textContent ?? "")).length;
      const before = lengthNow();
      // A page that answers a key prevents what a browser would do, such as to scroll or to begin a line.
      undecided = () => event.defaultPrevented && (!isEnter || lengthNow() <= before) && press();
      setTimeout(sayLast);
    }
  }

  function listen(): void {
    addEventListener("pointerdown", grabbed, { capture: true });
    addEventListener("pointerup", released, { capture: true });
    addEventListener("drop", dropped, { capture: true });
    addEventListener("click", clicked, { capture: true });
    addEventListener("beforeinput", typing, { capture: true });
    addEventListener("input", typed, { capture: true });
    for (const type of ["input", "change"]) addEventListener(type, changed, { capture: true });
    addEventListener("keydown", pressed, { capture: true });
  }
  listen();
  // A document that is written anew, as that of an editor's frame, loses its listeners.
  new MutationObserver(listen).observe(own, { childList: true });
}

/** The script that calls `binding` with what it notices. */
export function noticingScript(binding: string): string {
  return `(${notice})((noticed) => (${callBinding})(${JSON.stringify(binding)}, noticed), ${describer})`;
}
