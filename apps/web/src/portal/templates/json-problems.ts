import { jsonParseLinter } from "@codemirror/lang-json";
import { ensureSyntaxTree, type syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type Path, readPath } from "./document.ts";
import type { Checked } from "./use-document.ts";

type Found = Pick<Checked, "problems" | "warnings">;

/** Shows the problems for which saving would refuse the text. */
export const setFound = StateEffect.define<Found>();

const none: Found = { problems: [], warnings: [] };
const found = StateField.define<Found>({
  create: () => none,
  update: (value, { effects }) => effects.find((effect) => effect.is(setFound))?.value ?? value,
});

const parseProblems = jsonParseLinter();

/** Marks where the text is no JSON, or else what is wrong with the document. */
export const problems: Extension = [
  found,
  linter(
    (view) => {
      const broken = parseProblems(view);
      if (broken.length > 0) return broken;
      const { state } = view;
      const mark = (severity: Diagnostic["severity"], list: Found["problems"]) =>
        list.map(({ path, message }) => ({ ...rangeAt(state, readPath(path)), message, severity }));
      const { problems: faults, warnings } = state.field(found);
      return [...mark("error", faults), ...mark("warning", warnings)];
    },
    {
      delay: 100,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(setFound))),
    },
  ),
];

/** Milliseconds to parse a document that was not parsed to its end yet. */
const parseMs = 200;
const values = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** Where a value of the document stands in its text; the innermost one that is there. Of a property, its name too. */
export function rangeAt(state: EditorState, path: Path): { from: number; to: number } {
  const root = ensureSyntaxTree(state, state.doc.length, parseMs)?.topNode;
  let node = root && firstValue(root);
  let range = node ? { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) } : { from: 0, to: 0 };
  for (const key of path) {
    const inner: SyntaxNode | null | undefined =
      typeof key === "number" ? itemsOf(node)[key] : propertyOf(state, node, key);
    if (!inner) break;
    // The first line of a value that takes several.
    range = { from: inner.from, to: Math.min(inner.to, state.doc.lineAt(inner.from).to) };
    node = inner.name === "Property" ? firstValue(inner) : inner;
  }
  return range;
}

const firstValue = (node: SyntaxNode): SyntaxNode | undefined => childrenOf(node).find(({ name }) => values.has(name));

const itemsOf = (node: SyntaxNode | null | undefined): SyntaxNode[] =>
  node?.name === "Array" ? childrenOf(node).filter(({ name }) => values.has(name)) : [];

function propertyOf(state: EditorState, node: SyntaxNode | null | undefined, key: string): SyntaxNode | undefined {
  if (node?.name !== "Object") return undefined;
  return childrenOf(node).find((property) => property.name === "Property" && nameOf(state, property) === key);
}

/** The name of a property as it is written, without quotes. */
export function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild("PropertyName");
  if (!name) return "";
  const written = state.sliceDoc(name.from, name.to);
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

type SyntaxNode = ReturnType<typeof syntaxTree>["topNode"];
