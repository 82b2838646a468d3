import { isObject } from "@gatepost/contract/json-value";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { edit, type JsonObject, opened, parseJson, textOf } from "./document.ts";

/** One document, as text and as an object, with its history. Both views of the editor change it by this. */
export function useEditing(initial: unknown) {
  const [{ texts, at }, dispatch] = useReducer(edit, initial, (given) => opened(textOf(given)));
  const text = texts[at] ?? "";
  const parsed = useMemo(() => parseJson(text), [text]);
  return {
    text,
    /** null while the text is no JSON object. */
    document: isObject(parsed) ? parsed : null,
    canUndo: at > 0,
    canRedo: at < texts.length - 1,
    /** `group`: what is edited, so that typing in one place is undone together; null: by itself. */
    setText: (next: string, group: string) => dispatch({ type: "edit", text: next, group, at: Date.now() }),
    setDocument: (next: unknown, group: string | null) =>
      dispatch({ type: "edit", text: textOf(next), group, at: Date.now() }),
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
  };
}

export type EditedDocument = ReturnType<typeof useEditing>;

export type Checked = Answers["templates"]["check"];

const restMs = 300;

/** The result of checking the document, a moment after the latest edit; null until the first response. */
export function useCheck(document: JsonObject | null): { checked: Checked | null; isCurrent: boolean } {
  const [answer, setAnswer] = useState<{ of: JsonObject; checked: Checked } | null>(null);
  const { mutateAsync } = trpc.templates.check.useMutation();
  const latest = useRef<JsonObject>(null);
  useEffect(() => {
    latest.current = document;
    if (!document) return;
    const timer = setTimeout(() => {
      mutateAsync({ template: document }).then(
        (checked) => latest.current === document && setAnswer({ of: document, checked }),
        // Shown again by the next edit, or by saving.
        () => {},
      );
    }, restMs);
    return () => clearTimeout(timer);
  }, [document, mutateAsync]);
  return { checked: answer?.checked ?? null, isCurrent: answer !== null && answer.of === document };
}
