import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { finderSource, makeSelectorOf } from "../steps/nearest-in-page.ts";

interface Libraries {
  selectorOf(element: Element, root: Node): string;
  getRole(element: Element): string | null;
  computeAccessibleName(element: Element): string;
}

/** What elements are for people, and then in HTML. Sent into pages as text, and may use nothing from outside itself. */
function makeDescriber({ selectorOf, getRole, computeAccessibleName }: Libraries) {
  const [longestName, mostCompared, mostRead] = [100, 500, 3_000];
  const tests = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];
  const controls = "a, area, button, input, textarea, select, h1, h2, h3, h4, h5, h6";
  const acting =
    "a[href], button, input, select, textarea, summary, label, [onclick], [role=button], [role=link], [tabindex='0']";
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

  /** Whether something in an element belongs to a control in it, such as a button on a card. */
  function isInControl(inner: Element | null, element: Element): boolean {
    const control = inner?.closest(acting);
    return control ? control !== element && element.contains(control) : false;
  }

  /** Whether nothing before it shows its text, in any letter case, as part of a longer text too. */
  function isFirstText(element: Element, text: string): boolean {
    const sought = text.toLowerCase();
    const shows = (one: Element) => plain(one.textContent).toLowerCase().includes(sought);
    let read = 0;
    for (const one of everywhere("*")) {
      if (++read > mostRead) return false;
      if (shows(one) && ![...one.children].some(shows) && isShown(one))
        return element.contains(one) && !isInControl(one, element);
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
    // The page around a frame may have the same at this place.
    const isInner = window !== top && place !== "" && root === document && !document.querySelector("iframe, frame");
    return [
      ...(isNamed ? [`aria/${name}[role="${role}"]`] : []),
      ...(isLabelled ? [`label/${label}`] : []),
      ...(!isNamed && text !== "" && text.length <= longestName && isFirstText(element, text) ? [`text/${text}`] : []),
      ...[...html, place].filter(Boolean).map(inRoot),
      ...(isInner ? [`:root:not(:has(iframe, frame)) ${place}`] : []),
    ];
  }

  function hostsOf(root: ShadowRoot): string[] {
    const around = root.host.getRootNode();
    const host = selectorOf(root.host, around);
    return [...(around instanceof ShadowRoot ? hostsOf(around) : []), host];
  }

  return { plain, isShown, isInControl, selectorsOf, calledOf };
}

export type Describer = ReturnType<typeof makeDescriber>;

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
