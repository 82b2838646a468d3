"use client";

import { useMemo, useReducer } from "react";
import { edit, opened } from "./document/editing.ts";
import { isObject, parseJson, textOf } from "./document/json.ts";

/** One document, as text and as an object, with its history. Both views of the editor change it by this. */
export function useEditing(initial: unknown) {
  const [{ text, past, future }, dispatch] = useReducer(edit, initial, (given) => opened(textOf(given)));
  const parsed = useMemo(() => parseJson(text), [text]);
  return {
    text,
    /** null while the text is no JSON object. */
    document: isObject(parsed) ? parsed : null,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** `group`: what is edited, so that typing in one place is undone together; null: by itself. */
    setText: (next: string, group: string) => dispatch({ type: "edit", text: next, group, at: Date.now() }),
    setDocument: (next: unknown, group: string | null) =>
      dispatch({ type: "edit", text: textOf(next), group, at: Date.now() }),
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
    open: (next: unknown) => dispatch({ type: "open", text: textOf(next) }),
  };
}

export type EditedDocument = ReturnType<typeof useEditing>;
