"use client";

import { useState } from "react";
import { Notice } from "../../components/notice.tsx";
import { useUnsavedWarning } from "../use-unsaved-warning.ts";
import { ordered } from "./document/ordered.ts";
import { DocumentPanel } from "./document-panel.tsx";
import { EditorHead } from "./editor-head.tsx";
import { JsonPane } from "./json/json-pane.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SaveNotice } from "./save-notice.tsx";
import type { SavedTemplate } from "./saved-template.ts";
import { useForms } from "./steps/forms-context.ts";
import { StepsView } from "./steps/steps-view.tsx";
import { TryPanel } from "./try/try-panel.tsx";
import { useCheck } from "./use-check.ts";
import { useEditing } from "./use-editing.ts";
import { useKeptEdits } from "./use-kept-edits.ts";
import { useSave } from "./use-save.ts";

/** The views beside the steps; on phones, the steps are one of them. */
const views = { steps: "Steps", json: "JSON", try: "Try it" } as const;
type View = keyof typeof views;

/** One template: its steps as a list and its document as JSON, which are two views of the same text. */
export function TemplateEditor({ name, saved }: { name: string; saved: SavedTemplate }) {
  // Of a built-in template, the editor opens a copy.
  const { forms } = useForms();
  const [initial] = useState(() =>
    ordered(saved.builtIn ? { ...saved.template, name: `${name} (copy)` } : saved.template, forms),
  );
  const edited = useEditing(initial);
  const { document, text } = edited;
  const { checked, isCurrent } = useCheck(document);
  const saving = useSave({ edited, name, saved, initial });
  const [view, setView] = useState<View>("steps");
  // A run goes on while another view is looked at.
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const kept = useKeptEdits({ name, edited, saving });
  useUnsavedWarning(saving.isUnsaved, kept.discard);

  function show(path: string) {
    const [step] = /^steps(?:\.\d+(?:\.(?:then|else|steps))?)*\.\d+/.exec(path) ?? [];
    if (step) setOpen(step);
  }
  function editStep(path: string) {
    show(path);
    // On phones, the list is a view of its own.
    if (!matchMedia("(min-width: 1024px)").matches) setView("steps");
  }
  return (
    <>
      <EditorHead
        name={name}
        saved={saved}
        edited={edited}
        saving={saving}
        isSound={document !== null && checked?.problems.length === 0}
      />
      <div className="space-y-3">
        {saved.builtIn && (
          <Notice tone="ready">
            This is a copy of a built-in template. Change what you need, and save it under a name of your own.
          </Notice>
        )}
        {kept.isRestored && (
          <Notice tone="waits">Your unsaved changes from before are here again. Undo removes them.</Notice>
        )}
        <SaveNotice saving={saving} edited={edited} />
        <fieldset aria-label="View" className="flex gap-1 lg:justify-end">
          {(Object.keys(views) as View[]).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => {
                setView(one);
                if (one === "try") setTried(true);
              }}
              className={`h-9 rounded-field px-3 text-13 aria-pressed:bg-raised aria-pressed:font-semibold ${view === one ? "" : "text-muted"} ${one === "steps" ? "lg:hidden" : ""} ${one === "json" && view === "steps" ? "lg:bg-raised lg:font-semibold" : ""}`}
            >
              {views[one]}
            </button>
          ))}
        </fieldset>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className={`min-w-0 space-y-3 ${view === "steps" ? "" : "hidden lg:block"}`}>
            {document ? (
              <>
                <DocumentPanel edited={edited} document={document} checked={checked} />
                <StepsView {...{ edited, document, checked, open, setOpen }} />
              </>
            ) : (
              <Notice tone="failed">
                The JSON cannot be read, so there is no list of steps. Correct it there, or undo the latest change.
              </Notice>
            )}
          </div>
          <div
            className={`min-w-0 space-y-3 lg:sticky lg:top-4 ${view === "steps" ? "hidden lg:block" : view === "try" ? "hidden" : ""}`}
          >
            <JsonPane text={text} edited={edited} checked={isCurrent ? checked : null} shown={open} />
            {document && checked && checked.problems.length > 0 && (
              <ProblemList problems={checked.problems} open={show} />
            )}
            {document && checked && checked.problems.length === 0 && checked.warnings.length > 0 && (
              <ProblemList problems={checked.warnings} tone="waits" open={show} />
            )}
          </div>
          {document && tried && (
            <div className={`min-w-0 ${view === "try" ? "" : "hidden"}`}>
              <TryPanel document={document} checked={isCurrent ? checked : null} editStep={editStep} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
