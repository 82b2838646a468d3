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
  const edited = "[contenteditable=''], [contenteditable=true]";
  const written = ["text", "password", "search", "tel", "email", "url", "textarea"];
  const known = new WeakMap<Element, (string | string[])[]>();

  const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();

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

  /** Whether it is the first of those that people see with its role and name, which is the one that a step acts on. */
  function isFirst(element: Element, role: string, name: string): boolean {
    const alike = `${element.localName}, [role="${CSS.escape(role)}"]`;
    const all = [...(element.getRootNode() as Document).querySelectorAll(alike)].filter(isShown).slice(0, mostCompared);
    return all.find((other) => getRole(other) === role && nameOf(other) === name) === element;
  }

  /** Whether nothing before it shows its text, in any letter case, as part of a longer text too. */
  function isFirstText(element: Element, text: string): boolean {
    const sought = text.toLowerCase();
    const shows = (one: Element) => plain(one.textContent).toLowerCase().includes(sought);
    const all = [...(element.getRootNode() as Document).querySelectorAll("body *")];
    const first = all.slice(0, mostRead).find((one) => shows(one) && ![...one.children].some(shows) && isShown(one));
    return first !== undefined && element.contains(first);
  }

  /** What people see of it, and then what it is called in HTML. */
  function selectorsOf(element: Element): (string | string[])[] {
    const found = known.get(element);
    if (found) return found;
    const root = element.getRootNode() as Document | ShadowRoot;
    const inRoot = (css: string) => (root instanceof ShadowRoot ? [...hostsOf(root), css] : css);
    const isAlone = (css: string) => root.querySelectorAll(css).length === 1;
    const [role, name] = [getRole(element), nameOf(element)];
    const isNamed = role !== null && name !== "" && name.length <= longestName && isFirst(element, role, name);
    const label = plain((element as HTMLInputElement).labels?.[0]?.textContent);
    const text = element.matches(`input, textarea, select, ${edited}`) ? "" : plain(element.textContent);
    // A text that is seen only under the pointer is another name at other times; a title stays.
    const attributes = [...tests, "name", "title"].map((attribute) => {
      const value = element.getAttribute(attribute);
      return value ? `${tests.includes(attribute) ? "" : element.localName}[${attribute}="${CSS.escape(value)}"]` : "";
    });
    const html = [...attributes, element.id ? `#${CSS.escape(element.id)}` : ""].filter((css) => css && isAlone(css));
    const place = selectorOf(element, root);
    const selectors = [
      ...(isNamed ? [`aria/${name}[role="${role}"]`] : []),
      ...(label !== "" && label.length <= longestName ? [`label/${label}`] : []),
      ...(!isNamed && text !== "" && text.length <= longestName && isFirstText(element, text) ? [`text/${text}`] : []),
      ...[...html, place].filter(Boolean).map(inRoot),
    ];
    known.set(element, selectors);
    return selectors;
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
  const edited = "[contenteditable=''], [contenteditable=true]";
  const passwords = new WeakSet<Element>();
  let enteredAt = Number.NEGATIVE_INFINITY;

  function holdsOf(element: Element): Noticed["holds"] {
    const purpose = element.getAttribute("autocomplete") ?? "";
    if ((element as HTMLInputElement).type === "password" || /\bpassword\b|-password\b/.test(purpose))
      passwords.add(element);
    return passwords.has(element) ? "password" : /\bone-time-code\b/.test(purpose) ? "code" : "text";
  }

  function say(kind: Noticed["kind"], element: Element, more: Partial<Noticed> = {}): void {
    page[binding]?.({
      kind,
      selectors: selectorsOf(element),
      label: calledOf(element),
      holds: holdsOf(element),
      isCharacter: false,
      chosen: "",
      checked: false,
      ...more,
    });
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

  function grabbed(event: PointerEvent): void {
    const target = targetOf(event);
    const element = target?.closest("[draggable=true]") ?? target;
    isDragged = false;
    held = element && { element, x: event.clientX, y: event.clientY };
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
    say("drag", element, { onto: selectorsOf(onto) });
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

  function clicked(event: MouseEvent): void {
    if (isDragged) return;
    const target = targetOf(event);
    const acted = target?.closest(clickable) ?? target;
    if (!acted || acted.matches("select, option, optgroup")) return;
    // The browser's answer to Enter in a field, and to a click on a label, whose control says what became of it.
    if (event.detail === 0 && performance.now() - enteredAt < implicitMs) return;
    if (acted instanceof HTMLLabelElement && acted.control) return;
    if (acted instanceof HTMLInputElement && ["checkbox", "radio", "file"].includes(acted.type)) return;
    const opens = acted.matches("[readonly], [role=combobox], [aria-haspopup]");
    if ((isTextField(acted) || acted.matches(edited)) && !opens) return;
    // The second click of two.
    if (event.detail === 2) return void say("doubleClick", acted);
    for (const opener of openersOf(acted)) say("hover", opener);
    say("click", acted);
  }

  function typed(event: Event): void {
    const target = targetOf(event);
    const field = target && !isTextField(target) ? target.closest(edited) : target;
    if (!field) return;
    const value = isTextField(field) ? (field as HTMLInputElement).value : "";
    say("fill", field, { isCharacter: /^[\p{L}\p{N}]$/u.test(value) });
  }

  function changed(event: Event): void {
    const target = targetOf(event);
    if (target instanceof HTMLSelectElement)
      say("choose", target, { chosen: plain(target.selectedOptions[0]?.label) || target.value });
    if (!(target instanceof HTMLInputElement)) return;
    if (target.type === "file" && target.files?.length) say("upload", target);
    if (target.type === "radio") say("click", seenOf(target));
    if (target.type === "checkbox") say("check", seenOf(target), { checked: target.checked });
  }

  function pressed(event: KeyboardEvent): void {
    const target = targetOf(event);
    if (event.key !== "Enter" || event.repeat || event.isComposing || !target) return;
    if (!(target instanceof HTMLInputElement) || !isTextField(target)) return;
    enteredAt = performance.now();
    say("enter", target);
  }

  addEventListener("pointerdown", grabbed, { capture: true });
  addEventListener("pointerup", dropped, { capture: true });
  addEventListener("drop", dropped, { capture: true });
  addEventListener("click", clicked, { capture: true });
  addEventListener("input", typed, { capture: true });
  addEventListener("change", changed, { capture: true });
  addEventListener("keydown", pressed, { capture: true });
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
