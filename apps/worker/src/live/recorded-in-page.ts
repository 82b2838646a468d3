import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type { Noticed } from "@gatepost/contract/recording";
import { finderSource, makeSelectorOf } from "../steps/nearest-in-page.ts";

/**
 * Notices in a page what a person does there. It is in the page's own world, as ActedElements is, so that it says what an element
 * is before the page answers, which may be to leave. What is typed never leaves the page.
 */

interface Libraries {
  selectorOf(element: Element, root: Node): string;
  getRole(element: Element): string | null;
  computeAccessibleName(element: Element): string;
}

/**
 * What elements are for people, and then in HTML. Sent into pages as text, as `notice` is, and may use nothing from outside
 * itself.
 */
function makeDescriber({ selectorOf, getRole, computeAccessibleName }: Libraries) {
  const [longestName, mostCompared, mostRead] = [100, 500, 3_000];
  const tests = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];
  const controls = "a, area, button, input, textarea, select, h1, h2, h3, h4, h5, h6";
  const edited = "[contenteditable]:not([contenteditable=false])";
  const written = ["text", "password", "search", "tel", "email", "url", "textarea"];

  const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();

  /** As selectors by role read it: to them, a summary has none. */
  const roleOf = (element: Element) => (element.localName === "summary" ? null : getRole(element));

  /** As selectors by role read it: a placeholder is a name where there is no other. */
  function nameOf(element: Element): string {
    try {
      const name = plain(computeAccessibleName(element));
      const isTyped = written.includes((element as HTMLInputElement).type);
      return name === "" && isTyped ? plain(element.getAttribute("placeholder")) : name;
    } catch {
      return "";
    }
  }

  /** The text before a field that has no name, as people read it; none of another field, or from outside its form. */
  function textBefore(element: Element): string {
    const walker = document.createTreeWalker(element.getRootNode());
    walker.currentNode = element;
    for (let node = walker.previousNode(); node; node = walker.previousNode()) {
      if (node instanceof Element && node.matches("form, input, select, textarea, button, script, style")) return "";
      if (node instanceof Text && plain(node.data) !== "") return plain(node.data);
    }
    return "";
  }

  /** What a field is called; its name or id in HTML says more than a text near it. */
  function calledOf(element: Element): string {
    const name = nameOf(element) || (element.matches("[name], [id]") ? "" : textBefore(element));
    return name.slice(0, longestName);
  }

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1;

  const labelOf = (element: Element) => plain((element as HTMLInputElement).labels?.[0]?.textContent);

  /** In the order in which a step finds them: those of a shadow tree come after all that are around it. */
  function* everywhere(css: string, root: Document | ShadowRoot = document): Iterable<Element> {
    yield* root.querySelectorAll(css);
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) yield* everywhere(css, shadowRoot);
  }

  /** Whether it is the first of those that people see with its role and name, which is the one that a step acts on. */
  function isFirst(element: Element, role: string, name: string): boolean {
    let compared = 0;
    for (const other of everywhere(`${element.localName}, ${controls}, [role="${CSS.escape(role)}"]`)) {
      if (roleOf(other) !== role || !isShown(other)) continue;
      if (nameOf(other) === name || ++compared > mostCompared) return other === element;
    }
    return false;
  }

  function isFirstLabelled(element: Element, label: string): boolean {
    for (const other of everywhere(controls)) if (labelOf(other) === label && isShown(other)) return other === element;
    return false;
  }

  /** Whether nothing before it shows its text, in any letter case, as part of a longer text too. */
  function isFirstText(element: Element, text: string): boolean {
    const sought = text.toLowerCase();
    const shows = (one: Element) => plain(one.textContent).toLowerCase().includes(sought);
    let read = 0;
    for (const one of everywhere("*")) {
      if (++read > mostRead) return false;
      if (shows(one) && ![...one.children].some(shows) && isShown(one)) return element.contains(one);
    }
    return false;
  }

  /** What people see of it, and then what it is called in HTML. */
  function selectorsOf(element: Element): (string | string[])[] {
    const root = element.getRootNode() as Document | ShadowRoot;
    const inRoot = (css: string) => (root instanceof ShadowRoot ? [...hostsOf(root), css] : css);
    const isAlone = (css: string) => root.querySelectorAll(css).length === 1;
    const [role, name] = [roleOf(element), nameOf(element)];
    const isNamed = role !== null && name !== "" && name.length <= longestName && isFirst(element, role, name);
    const label = labelOf(element);
    const isLabelled = label !== "" && label.length <= longestName && isFirstLabelled(element, label);
    const text = element.matches(`input, textarea, select, ${edited}`) ? "" : plain(element.textContent);
    // A text that is seen only under the pointer is another name at other times; a title stays.
    const attributes = [...tests, "name", "title"].map((attribute) => {
      const value = element.getAttribute(attribute);
      return value ? `${tests.includes(attribute) ? "" : element.localName}[${attribute}="${CSS.escape(value)}"]` : "";
    });
    const html = [...attributes, element.id ? `#${CSS.escape(element.id)}` : ""].filter((css) => css && isAlone(css));
    const place = selectorOf(element, root);
    return [
      ...(isNamed ? [`aria/${name}[role="${role}"]`] : []),
      ...(isLabelled ? [`label/${label}`] : []),
      ...(!isNamed && text !== "" && text.length <= longestName && isFirstText(element, text) ? [`text/${text}`] : []),
      ...[...html, place].filter(Boolean).map(inRoot),
    ];
  }

  function hostsOf(root: ShadowRoot): string[] {
    const around = root.host.getRootNode();
    const host = selectorOf(root.host, around);
    return [...(around instanceof ShadowRoot ? hostsOf(around) : []), host];
  }

  return { plain, isShown, selectorsOf, calledOf };
}

export type Describer = ReturnType<typeof makeDescriber>;

/** Calls the binding with what a person does. */
function notice(binding: string, { plain, isShown, selectorsOf, calledOf }: Describer): void {
  const page = window as unknown as Record<string, (noticed: Noticed) => void>;
  const own = document;
  if ("__gatepostNotices" in own) return;
  Object.defineProperty(own, "__gatepostNotices", { value: true });

  const implicitMs = 1_000;
  const shows = ["display", "visibility", "opacity"];
  /** Pixels; a hand is not quite still during a click. */
  const leastDrag = 10;
  const clickable = "a, button, input, select, textarea, summary, label, [role], [onclick], [tabindex]";
  const edited = "[contenteditable]:not([contenteditable=false])";
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
  /** The field into which something was typed last: its page may call it otherwise with each character. */
  let field: Known | undefined;

  function say(kind: Noticed["kind"], { element, described }: Known, more: Partial<Noticed> = {}): void {
    field = kind === "fill" ? { element, described } : undefined;
    page[binding]?.({ kind, isCharacter: false, chosen: "", checked: false, ...described, ...more });
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

  /** Where the pointer went down; and whether it came up elsewhere, which a browser answers with a click on what is around both. */
  let held: { element: Element; x: number; y: number } | undefined;
  let isDragged = false;
  /** What the pointer went down on, until it is clicked. A page may take it away before that, as a menu does that chooses at once. */
  let pointed: (Known & { openers: Known[] }) | undefined;
  let clickedLast: Known | undefined;

  function grabbed(event: PointerEvent): void {
    const target = targetOf(event);
    const element = target?.closest("[draggable=true]") ?? target;
    isDragged = false;
    held = element && { element, x: event.clientX, y: event.clientY };
    const clicked = event.button === 0 && target && clickedAt(target);
    pointed = clicked ? pointedAt(clicked) : undefined;
  }

  const pointedAt = (element: Element) => ({ ...describe(element), openers: openersOf(element).map(describe) });

  function released(event: MouseEvent): void {
    dropped(event);
    // After the click, if there is one.
    setTimeout(() => {
      if (pointed && !isDragged && !isShown(pointed.element)) sayClick(pointed);
      pointed = undefined;
    });
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
    return (isTextField(acted) || acted.matches(edited)) && !opens ? undefined : acted;
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

  function typed(event: Event): void {
    const target = targetOf(event);
    const element = target && !isTextField(target) ? target.closest(edited) : target;
    if (!element) return;
    const value = isTextField(element) ? (element as HTMLInputElement).value : "";
    const known = field?.element === element ? field : describe(element);
    say("fill", known, { isCharacter: /^[\p{L}\p{N}]$/u.test(value) });
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
    const target = targetOf(event);
    if (target instanceof HTMLSelectElement) say("choose", describe(target), { chosen: chosenIn(target) });
    if (!(target instanceof HTMLInputElement)) return;
    if (target.type === "radio") say("click", describe(seenOf(target)));
    if (target.type === "checkbox") say("check", describe(seenOf(target)), { checked: target.checked });
  }

  function pressed(event: KeyboardEvent): void {
    const target = targetOf(event);
    if (event.key !== "Enter" || event.repeat || event.isComposing || !target) return;
    if (target instanceof HTMLInputElement && isTextField(target)) {
      enteredAt = performance.now();
      say("enter", describe(target));
    } else if (target instanceof HTMLTextAreaElement || target.matches(edited)) {
      const lengthNow = () =>
        (target instanceof HTMLTextAreaElement ? target.value : (target.textContent ?? "")).length;
      const [known, before] = [describe(target), lengthNow()];
      // Usually it begins a line. A page that does something else, such as to send a message, prevents that.
      setTimeout(() => event.defaultPrevented && lengthNow() <= before && say("enter", known));
    }
  }

  function listen(): void {
    addEventListener("pointerdown", grabbed, { capture: true });
    addEventListener("pointerup", released, { capture: true });
    addEventListener("drop", dropped, { capture: true });
    addEventListener("click", clicked, { capture: true });
    addEventListener("input", typed, { capture: true });
    addEventListener("change", changed, { capture: true });
    addEventListener("keydown", pressed, { capture: true });
  }
  listen();
  // A document that is written anew, as that of an editor's frame, loses its listeners.
  new MutationObserver(listen).observe(own, { childList: true });
}

/** A package of CommonJS as one expression, with whatever its files require of each other. */
function packed(entry: string): string {
  const files = new Map<string, string>();
  const from = createRequire(import.meta.url);
  const add = (file: string) => {
    if (files.has(file)) return;
    files.set(file, "");
    const source = readFileSync(file, "utf8").replace(/\brequire\("(\.[^"]+)"\)/g, (_, name: string) => {
      const required = from.resolve(resolve(dirname(file), name));
      add(required);
      return `load(${JSON.stringify(required)})`;
    });
    files.set(file, `${JSON.stringify(file)}: (exports) => {\n${source}\n}`);
  };
  add(from.resolve(entry));
  return `(() => {
    const [loaded, files] = [{}, {${[...files.values()].join(",\n")}}];
    const load = (file) => {
      if (!loaded[file]) files[file]((loaded[file] = {}));
      return loaded[file];
    };
    return load(${JSON.stringify([...files.keys()][0])});
  })()`;
}

/** An expression of what makeDescriber returns. */
export const describer = `(() => {
  ${finderSource}
  const { getRole, computeAccessibleName } = ${packed("dom-accessibility-api")};
  return (${makeDescriber})({ selectorOf: (${makeSelectorOf})(finder), getRole, computeAccessibleName });
})()`;

/** The script that calls `binding` with what it notices. */
export function noticingScript(binding: string): string {
  return `(${notice})(${JSON.stringify(binding)}, ${describer})`;
}
