import type { BrowserContext } from "playwright";
import { callBinding, runInDocuments } from "../browser/frames.ts";
import { typedByPerson } from "../privacy/picture.ts";
import { isSecret, type Secrets, TypedTexts } from "../privacy/redact.ts";

/** The elements that a timeline names. */
const max = 20;
/** Characters of one. */
const maxGiven = 2_000;

interface Acted {
  selector: string;
  /** Of a field into which somebody types. */
  value?: string;
  isPassword?: boolean;
}

export type ActedElements = ReturnType<typeof watchActedElements>;

/**
 * The elements on which a person acts while they have the page: by selector, never by value. What they type is kept in memory
 * alone, so that pictures and texts of the page can be covered as for late values.
 */
export function watchActedElements(context: BrowserContext, secrets: Secrets) {
  const typed = new TypedTexts(secrets.typed);
  const passwords = new TypedTexts(secrets.texts);
  let selectors = new Set<string>();
  let isListening = false;
  let isHeard = false;

  /** The page can call this too, with whatever it likes. */
  function note(acted: unknown): void {
    const { selector, value, isPassword } = (acted ?? {}) as Partial<Acted>;
    if (!isHeard || typeof selector !== "string") return;
    if (selectors.size < max) selectors.add(selector.slice(0, maxGiven));
    if (typeof value !== "string" || !isSecret(value)) return;
    typed.add(value, selector);
    if (isPassword) passwords.add(value, selector);
  }

  return {
    /** From now on, a person has the page. */
    async begin(): Promise<void> {
      selectors = new Set();
      isHeard = true;
      if (isListening) return;
      isListening = true;
      await context.exposeBinding(binding, (_, acted: unknown) => note(acted));
      const call = `(acted) => (${callBinding})(${JSON.stringify(binding)}, acted)`;
      await runInDocuments(context, `(${observe})(${JSON.stringify(typedByPerson)}, ${call})`);
    },
    /** They have handed it back. Returns the selectors, in order, as the pages give them. */
    end(): string[] {
      isHeard = false;
      return [...selectors];
    },
  };
}

const binding = "__gatepostActed";

/** Runs inside the page. It is sent there as text and may use nothing from outside itself. */
function observe(typedByPerson: string, call: (acted: Acted) => void): void {
  const own = document;
  if ("__gatepostObserved" in own) return;
  Object.defineProperty(own, "__gatepostObserved", { value: true });

  function selectorOf(element: Element): string {
    const tag = element.localName;
    const id = element.getAttribute("id");
    if (id && CSS.escape(id) === id) return `#${id}`;
    // In quotes, because a value that is escaped is not recognised.
    for (const name of ["id", "data-testid", "name", "aria-label"]) {
      const value = element.getAttribute(name);
      if (value) return `${tag}[${name}=${JSON.stringify(value)}]`;
    }
    const parent = element.parentElement;
    if (!parent || parent === document.documentElement) return tag;
    const same = [...parent.children].filter(({ localName }) => localName === tag);
    const own = same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(element) + 1})` : tag;
    return parent === document.body ? own : `${selectorOf(parent)} > ${own}`;
  }

  function note(event: Event): void {
    const [target] = event.composedPath();
    // A window has the listeners of the empty document that it showed first.
    if (!event.isTrusted || !(target instanceof Element) || target.ownerDocument !== own) return;
    const acted =
      event.type === "click" ? (target.closest("a, button, input, select, label, summary") ?? target) : target;
    const isField = acted instanceof HTMLInputElement || acted instanceof HTMLTextAreaElement;
    const isTyped = event.type === "input" && (isField || (acted as HTMLElement).isContentEditable);
    if (isTyped) acted.setAttribute(typedByPerson, "");
    call({
      selector: selectorOf(acted),
      ...(isTyped && { value: isField ? acted.value : (acted.textContent ?? "").slice(0, 1_000) }),
      isPassword: isField && acted.type === "password",
    });
  }

  for (const type of ["click", "input", "change"]) addEventListener(type, note, { capture: true });
}
