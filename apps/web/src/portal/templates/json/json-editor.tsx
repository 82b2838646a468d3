"use client";

import { EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { readPlace } from "../document/json.ts";
import { useForms } from "../steps/forms-context.ts";
import type { Checked } from "../use-check.ts";
import type { EditedDocument } from "../use-editing.ts";
import { extensions } from "./extensions.ts";
import { setFound } from "./problems.ts";
import { rangeAt } from "./range-at.ts";

interface Props {
  text: string;
  edited: EditedDocument;
  /** The result of checking exactly this text; null while it is not known. */
  checked: Checked | null;
  /** The place of the step that is open in the list. */
  shown: string | null;
}

/** The text of the document in CodeMirror. Undo and redo are the editor's own, so that both views have one history. */
export function JsonEditor({ text, edited, checked, shown }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const { forms } = useForms();
  const latest = useRef({ text, edited });
  latest.current = { text, edited };

  useEffect(() => {
    const { undo, redo } = latest.current.edited;
    const changed = (next: string) => {
      if (next !== latest.current.text) latest.current.edited.setText(next, "json");
    };
    const opened = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({ doc: latest.current.text, extensions: extensions({ forms, changed, undo, redo }) }),
    });
    view.current = opened;
    return () => opened.destroy();
  }, [forms]);

  // What was changed elsewhere; only the part that differs, so that the cursor stays.
  useEffect(() => {
    const now = view.current?.state.doc.toString();
    if (now === undefined || now === text) return;
    view.current?.dispatch({ changes: difference(now, text), annotations: Transaction.addToHistory.of(false) });
  }, [text]);

  useEffect(() => {
    if (checked) view.current?.dispatch({ effects: setFound.of(checked) });
  }, [checked]);

  useEffect(() => {
    const current = view.current;
    if (!current || shown === null || current.hasFocus) return;
    const { from } = rangeAt(current.state, readPlace(shown));
    current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }, [shown]);

  return <div ref={place} className="overflow-hidden rounded-panel border border-line bg-panel" />;
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
