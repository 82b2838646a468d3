import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension, Transaction } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { isObject } from "@gatepost/contract/json-value";
import { tags } from "@lezer/highlight";
import { findNodeAtLocation, getLocation, getNodeValue, parseTree } from "jsonc-parser";
import { useEffect, useEffectEvent, useRef } from "react";
import { type JsonObject, type Path, readPath } from "./document.ts";
import { type Forms, useForms } from "./steps/editor-contexts.ts";
import type { Checked, EditedDocument } from "./use-document.ts";

interface Props {
  text: string;
  edited: EditedDocument;
  /** The result of checking exactly this text; null while it is not known. */
  checked: Checked | null;
  /** The path of the step that is open in the list. */
  shown: string | null;
}

/** The text of the document in CodeMirror. Undo and redo are the editor's own, so that both views have one history. */
export function JsonEditor({ text, edited, checked, shown }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const forms = useForms();
  const changed = useEffectEvent((next: string) => {
    if (next !== text) edited.setText(next, "json");
  });
  const completed = useEffectEvent((context: CompletionContext) => completions(forms, context));
  useEffect(() => {
    const { undo, redo } = edited;
    const opened = new EditorView({
      parent: container.current as HTMLDivElement,
      state: EditorState.create({
        doc: text,
        extensions: extensions({ complete: (at) => completed(at), changed: (next) => changed(next), undo, redo }),
      }),
    });
    view.current = opened;
    return () => opened.destroy();
  }, []);

  // What was changed elsewhere; only the part that differs, so that the cursor stays.
  useEffect(() => {
    const now = view.current?.state.doc.toString();
    if (now === undefined || now === text) return;
    view.current?.dispatch({ changes: difference(now, text), annotations: Transaction.addToHistory.of(false) });
  }, [text]);

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const broken = parseProblems(current);
    // Until the result is known, what was found before stays.
    const found = broken.length > 0 ? broken : checked && diagnostics(current.state.doc.toString(), checked);
    if (found) current.dispatch(setDiagnostics(current.state, found));
  }, [text, checked]);

  useEffect(() => {
    const current = view.current;
    if (!current || shown === null || current.hasFocus) return;
    const { from } = rangeAt(current.state.doc.toString(), readPath(shown));
    current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }, [shown]);

  return <div ref={container} className="overflow-hidden rounded-panel border border-line bg-panel" />;
}

/** The shortest replacement that turns one text into the other. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

const parseProblems = jsonParseLinter();

/** Marks for what saving would refuse, and for likely mistakes. */
function diagnostics(text: string, { problems, warnings }: Checked): Diagnostic[] {
  const root = parseTree(text);
  const mark = (severity: Diagnostic["severity"], list: Checked["problems"]) =>
    list.map(({ path, message }) => ({ ...rangeAt(text, readPath(path), root), message, severity }));
  return [...mark("error", problems), ...mark("warning", warnings)];
}

/** Where a value of the document stands in its text; the innermost one that is there. Of a property, its name too. */
function rangeAt(text: string, path: Path, root = parseTree(text)): { from: number; to: number } {
  let found = root;
  for (const at of path.keys()) {
    const inner = root && findNodeAtLocation(root, path.slice(0, at + 1));
    if (!inner) break;
    found = inner;
  }
  const { offset = 0, length = 0 } = (found?.parent?.type === "property" ? found.parent : found) ?? {};
  // The first line of a value that takes several.
  const [line = ""] = text.slice(offset, offset + length).split("\n", 1);
  return { from: offset, to: offset + line.length };
}

interface Options {
  complete: CompletionSource;
  changed: (text: string) => void;
  undo: () => void;
  redo: () => void;
}

function extensions({ complete, changed, undo, redo }: Options): Extension[] {
  const run = (action: () => void) => () => {
    action();
    return true;
  };
  return [
    [lineNumbers(), foldGutter(), lintGutter(), highlightActiveLine()],
    [json(), bracketMatching(), closeBrackets(), syntaxHighlighting(highlighting), theme],
    autocompletion({ override: [complete] }),
    keymap.of([
      // Both views share the page's history of edits.
      { key: "Mod-z", run: run(undo), stopPropagation: true },
      { key: "Mod-Shift-z", run: run(redo), stopPropagation: true },
      { key: "Mod-y", run: run(redo), stopPropagation: true },
      ...[...closeBracketsKeymap, ...completionKeymap, ...foldKeymap, ...defaultKeymap],
    ]),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "Template as JSON", tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && changed(state.doc.toString())),
  ];
}

/** Of a step's type, its parameters' names, and a parameter's sources. Names also where none is begun, if asked. */
function completions(forms: Forms, { state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString();
  const { path, isAtPropertyKey, previousNode } = getLocation(text, pos);
  const { offset = pos, length = 0 } = previousNode ?? {};
  const isClosed = length > 1 && text[offset + length - 1] === '"';
  const to = isClosed ? offset + length - 1 : offset + length;
  const isInText = text[offset] === '"' && pos > offset && pos <= to;
  const behind = text.slice(offset + length);
  // A name without a value would keep the parser from reading the next property.
  const others = /^\s*:/.test(behind) ? text : text.slice(0, offset) + behind;
  const options = isAtPropertyKey ? namesIn(forms, others, path.slice(0, -1)) : typesAt(forms, path);
  if (isInText) return { from: offset + 1, to, options, validFor: /^\w*$/ };
  if (!explicit || !isAtPropertyKey) return null;
  return { from: pos, options: options.map((one) => ({ ...one, apply: `"${one.label}": ` })) };
}

/** Of an item of a list. */
function typesAt({ forms }: Forms, path: Path): Completion[] {
  if (path.at(-1) !== "type" || typeof path.at(-2) !== "number") return [];
  return [...forms.values()].map(({ type, explanation }) => ({ label: type, info: explanation }));
}

/** From the same table as the forms: by the JSON Schema, an object could be any of forty types of steps. */
function namesIn({ forms, fields }: Forms, text: string, path: Path): Completion[] {
  const root = parseTree(text);
  const objectAt = (at: Path): JsonObject => {
    const node = root && findNodeAtLocation(root, [...at]);
    const value: unknown = node && getNodeValue(node);
    return isObject(value) ? value : {};
  };
  const object = objectAt(path);
  const own = path.length === 0 ? fields : forms.get(String(object.type))?.parameters;
  if (own)
    return own.filter(({ name }) => !(name in object)).map(({ name, meaning }) => ({ label: name, info: meaning }));
  const around = forms.get(String(objectAt(path.slice(0, -1)).type));
  const parameter = around?.parameters.find(({ name }) => name === path.at(-1));
  return parameter?.sources.map((name) => ({ label: name, info: parameter.meaning })) ?? [];
}

/** The colours of the portal, for the light and the dark theme. */
const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--waits)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--muted)" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "var(--panel)", color: "var(--ink)", fontSize: "0.75rem", maxHeight: "calc(100dvh - 9rem)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: "var(--font-geist-mono), ui-monospace, monospace",
    lineHeight: "1.125rem",
    minHeight: "20rem",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  ".cm-matchingBracket": { backgroundColor: "var(--raised) !important", outline: "1px solid var(--line)" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { maxWidth: "22rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--failed)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--waits)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--raised)", color: "var(--muted)", border: "none" },
});
