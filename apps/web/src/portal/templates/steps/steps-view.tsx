"use client";

import { useEffect, useRef, useState } from "react";
import { type JsonObject, placeText, withValue } from "../document/json.ts";
import type { Changed } from "../document/step-list.ts";
import type { Checked } from "../use-check.ts";
import type { EditedDocument } from "../use-editing.ts";
import { StepList } from "./step-list.tsx";
import { type Steps, StepsContext } from "./steps-context.ts";
import { useDrag } from "./use-drag.ts";

interface Props {
  edited: EditedDocument;
  document: JsonObject;
  checked: Checked | null;
  open: string | null;
  setOpen: (place: string | null) => void;
}

/** The steps of a document as a list. Each opens its form in place. */
export function StepsView({ edited, document, checked, open, setOpen }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<string | null>(null);
  useEffect(() => {
    if (focus === null) return;
    view.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(focus)}"]`)?.focus();
    setFocus(null);
  }, [focus]);

  function change(changed: Changed | null, opens = false) {
    if (!changed) return;
    const place = placeText(changed.place);
    edited.setDocument(changed.document, null);
    setOpen(opens || open !== null ? place : null);
    setFocus(place);
  }
  const { drag, target } = useDrag(view, document, change);
  const steps: Steps = {
    ...{ document, open, setOpen, change, drag, target },
    ...{ problems: checked?.problems ?? [], warnings: checked?.warnings ?? [] },
    variables: checked?.variables.map(({ name }) => name) ?? [],
    set: (place, value) => edited.setDocument(withValue(document, place, value), placeText(place)),
  };
  return (
    <StepsContext value={steps}>
      <div ref={view}>
        <StepList list={["steps"]} label="Steps" />
      </div>
    </StepsContext>
  );
}
