import { defaultListItems, type StepOf } from "@gatepost/contract/steps";
import type { SelectorKind } from "@gatepost/domain/templates/selector";
import { errors, type Locator } from "playwright";
import { Failure } from "../browser/failure.ts";
import { answerOf, askEngine, askPage } from "../browser/page-functions.ts";
import { registerEngine } from "../browser/selector-engines.ts";
import { type Reading, reading } from "../browser/shown-text.ts";
import { kindOf, listOf, locate, visibleElement } from "./element.ts";
import { maxTextCharacters } from "./results.ts";
import type { Run, StepKinds } from "./run.ts";

/** Where a field's text is in an item of a list, and which attribute it is; without a selector, the item itself. */
interface Field {
  name: string;
  /** The first that matches. */
  css: string[] | undefined;
  attribute: string | undefined;
}

type Item = Record<string, string | null>;

/**
 * Reads an object for each element that the selector matches in the frame where the first of them is, with a text for each
 * field; null for a field that an item has not. Appended to what was read under the name before.
 */
async function readList(step: StepOf<"READ_LIST">, run: Run): Promise<void> {
  const limit = step.limit?.permanent ?? defaultListItems;
  const named = Object.entries(step.fields).map(([name, field]) => {
    const kinds = field.selector && [field.selector].flat().map((one) => kindOf(run, one));
    return { name, kinds, attribute: field.attribute?.permanent };
  });
  const fields = named.map(({ name, kinds, attribute }) => ({
    name,
    attribute,
    css: kinds?.flatMap((kind) => ("css" in kind ? kind.css : [])),
  }));
  const isPlain = named.every(({ kinds = [] }) => kinds.every((kind) => "css" in kind));
  let items: Item[] = [];
  do {
    const all = await listOf(run, step.selector);
    const reading: ReturnType<typeof readItems> = isPlain
      ? readItems(all, { fields, limit }, run.timeLeft())
      : Promise.resolve("not CSS");
    const read = await reading.catch((error) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
      throw new Failure(`${run.named(step.selector)} was gone, or its page did not answer, when it was read`);
    });
    if (read === null) throw new Failure(`the list ${run.named(step.selector)} is longer than what a task keeps`);
    items = read === "not CSS" ? await readEach(all, named, limit, run) : read;
    // The page may have replaced the list between finding and reading it.
  } while (items.length === 0 && run.timeLeft() > 1);
  const kept = items.map((item) => withoutStored(item, run));
  run.results.addItems(step.as.permanent, kept);
}

function withoutStored(item: Item, run: Run): Item {
  const entries = Object.entries(item).map(([name, text]) => [name, text === null ? null : run.withoutStored(text)]);
  return Object.fromEntries(entries);
}

/**
 * Runs inside the page, so that no page can make the worker hold more than `max` characters. Playwright's own pseudo-classes are not
 * known there, and nothing is sought in shadow roots.
 */
function itemsOf(
  nodes: Element[],
  { fields, limit, max }: { fields: Field[]; limit: number; max: number },
  read: Reading,
): Item[] | null | "not CSS" {
  let length = 0;
  const items: Item[] = [];
  for (const node of nodes.slice(0, limit)) {
    const item: Item = {};
    for (const { name, css, attribute } of fields) {
      let found: Element | null = node;
      try {
        if (css) found = css.reduce<Element | null>((first, one) => first ?? node.querySelector(one), null);
      } catch {
        return "not CSS";
      }
      const holdsShadow = () => [node, ...node.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot !== null);
      if (!found && holdsShadow()) return "not CSS";
      const text = found && read(found, attribute);
      length += name.length + (text?.length ?? 4);
      if (length > max) return null;
      Object.defineProperty(item, name, { value: text, enumerable: true });
    }
    items.push(item);
  }
  return items;
}

/**
 * Reads lists apart from the scripts of their pages (page-functions.ts). A selector engine is given the items one by one; its answer,
 * the same for all, is made once all of them are known.
 */
const engine = "gatepost-items";

/** Sent into pages as text: may use nothing from outside itself. */
function createEngine(readAll: typeof itemsOf, read: Reading, jsonOf: typeof answerOf) {
  let list: { nodes: Element[]; answer: Element } | undefined;

  function queryAll(node: Element, selector: string): Element[] {
    if (!list) {
      const [nodes, answer, asked] = [[node], document.createElement("data"), JSON.parse(decodeURIComponent(selector))];
      answer.getAttribute = () => jsonOf(readAll(nodes, asked, read));
      list = { nodes, answer };
      queueMicrotask(() => {
        list = undefined;
      });
    } else list.nodes.push(node);
    return [list.answer];
  }
  return { queryAll, query: (root: Element, selector: string) => queryAll(root, selector)[0] };
}

await registerEngine(engine, `(${createEngine})(${itemsOf}, ${reading}, ${answerOf})`);

/** The fields of each item; null where they are longer than what a task keeps. */
async function readItems(items: Locator, asked: { fields: Field[]; limit: number }, timeout: number) {
  const question = encodeURIComponent(JSON.stringify({ ...asked, max: maxTextCharacters }));
  return (await askEngine(items, `${engine}=${question}`, timeout)) as ReturnType<typeof itemsOf>;
}

/** Reads the fields of each item one by one, for selectors that only Playwright knows. */
async function readEach(
  all: Locator,
  fields: { name: string; kinds: SelectorKind[] | undefined; attribute: string | undefined }[],
  limit: number,
  run: Run,
): Promise<Item[]> {
  const items: Item[] = [];
  const count = Math.min(limit, await all.count());
  for (let n = 0; n < count; n++) {
    const item = all.nth(n);
    const entries: [string, string | null][] = [];
    for (const { name, kinds, attribute } of fields) {
      const found = kinds ? await firstIn(item, kinds) : item;
      if (run.timeLeft() <= 1) throw new Failure("the list was not read in the step's time");
      const read = (await found.count()) === 0 ? { text: null } : await readOne(found, attribute, run);
      if (read === null) throw new Failure("an item of the list is longer than what a task keeps");
      entries.push([name, read.text]);
    }
    items.push(Object.fromEntries(entries));
  }
  return items;
}

/** What the first selector matches that matches anything in an item. */
async function firstIn(item: Locator, kinds: SelectorKind[]): Promise<Locator> {
  const matches = kinds.map((kind) => locate(item, kind).first());
  for (const match of matches.slice(0, -1)) if ((await match.count()) > 0) return match;
  return matches.at(-1) ?? item;
}

/** Stores the visible text of the element, the content of a field, or an attribute. */
async function readText(step: StepOf<"READ_TEXT">, run: Run): Promise<void> {
  const attribute = step.attribute?.permanent;
  // Not read while it is looked for, which is done again and again: reading a long text may take longer than one look.
  const element = await visibleElement(run, step.selector);
  const read = await readOne(element, attribute, run);
  if (read === null) throw new Failure(`the text of ${run.named(step.selector)} is longer than what a task keeps`);
  if (read.text === null) throw new Failure(`${run.named(step.selector)} has no attribute ${attribute}`);
  run.results.addText(step.as.permanent, run.withoutStored(read.text.trim()));
}

/** Null where it is longer than what a task keeps. */
function readOne(element: Locator, attribute: string | undefined, run: Run) {
  return askPage(element, "text", { wanted: attribute ?? "", max: maxTextCharacters, timeout: run.timeLeft() });
}

export const readingSteps = {
  READ_TEXT: { run: readText, submits: "never", shows: false },
  READ_LIST: { run: readList, submits: "never", shows: false },
} satisfies StepKinds;
