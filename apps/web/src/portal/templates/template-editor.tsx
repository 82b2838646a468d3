import type { Problem } from "@gatepost/contract/problems";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/form.tsx";
import { Notice, Skeleton } from "../../components/panel.tsx";
import { orUnloaded } from "../../components/unloaded.tsx";
import { useUnsavedWarning } from "../use-unsaved-warning.ts";
import { type JsonObject, ordered } from "./document.ts";
import { EditorHead } from "./editor-head.tsx";
import { PickProvider, usePagePick } from "./pick/page-pick.ts";
import { ProblemList } from "./problem-list.tsx";
import { useForms } from "./steps/editor-contexts.ts";
import { ParameterList } from "./steps/parameter-list.tsx";
import { StepsView } from "./steps/steps-view.tsx";
import { TryPanel } from "./try-panel.tsx";
import { type Checked, type EditedDocument, useCheck, useEditing } from "./use-document.ts";
import { type SavedTemplate, type Saving, useSave } from "./use-save.ts";

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
  const [ofRun, setOfRun] = useState<readonly Problem[]>([]);
  const shown = checked && { ...checked, warnings: [...checked.warnings, ...ofRun] };
  // Without a list, why there is none is said in every view.
  const listClass = view === "steps" ? "" : "hidden lg:block";
  const pick = usePagePick();
  useUnsavedWarning(saving.isUnsaved);

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
    <PickProvider value={pick}>
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
        <SaveNotice saving={saving} />
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
          <div className={`min-w-0 space-y-3 ${document ? listClass : "max-lg:order-last"}`}>
            {document ? (
              <>
                <DocumentPanel edited={edited} document={document} checked={checked} />
                <StepsView edited={edited} document={document} checked={shown} open={open} setOpen={setOpen} />
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
            {document && shown && shown.problems.length === 0 && shown.warnings.length > 0 && (
              <ProblemList problems={shown.warnings} tone="waits" open={show} />
            )}
          </div>
          {document && tried && (
            <div className={`min-w-0 ${view === "try" ? "" : "hidden"}`}>
              <TryPanel
                document={document}
                checked={isCurrent ? checked : null}
                open={open}
                editStep={editStep}
                warn={setOfRun}
              />
            </div>
          )}
        </div>
      </div>
    </PickProvider>
  );
}

/** Why the document was not saved, and what can be done; nothing if there is nothing to say. */
function SaveNotice({ saving: { isConflict, error, saveAnyway } }: { saving: Saving }) {
  if (!error) return null;
  if (!isConflict) return <Notice tone="failed">{error.message}</Notice>;
  return (
    <Notice tone="failed">
      <p>
        Not saved: somebody else has saved or deleted this template since. Yours is still here. Compare both under
        Versions.
      </p>
      <Button size="small" className="mt-2" onClick={saveAnyway}>
        Save mine anyway
      </Button>
    </Notice>
  );
}

/** The document as JSON. CodeMirror is loaded when it is shown. */
const JsonPane = dynamic(() => orUnloaded(import("./json-editor.tsx").then((module) => module.JsonEditor)), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});

interface Props {
  edited: EditedDocument;
  document: JsonObject;
  checked: Checked | null;
}

function DocumentPanel({ edited, document, checked }: Props) {
  const { fields } = useForms();
  const set = (name: string, value: unknown) => {
    const { steps, ...rest } = document;
    const entries = Object.entries({ ...rest, [name]: value, steps }).filter(([, one]) => one !== undefined);
    edited.setDocument(Object.fromEntries(entries), name);
  };
  const problems = checked?.problems ?? [];
  return (
    <section aria-label="Template" className="space-y-3 rounded-panel border border-line bg-panel p-4">
      <Field
        label="Name"
        value={typeof document.name === "string" ? document.name : ""}
        onChange={({ target }) => set("name", target.value)}
        maxLength={200}
        error={problems.find(({ path }) => path === "name")?.message}
      />
      <ParameterList forms={fields} values={document} set={set} problems={problems} pathOf={(name) => name} />
      {checked && checked.variables.length > 0 && (
        <p className="text-13 text-muted">
          Variables:{" "}
          <span className="font-mono text-12">
            {checked.variables.map(({ name, late }) => (late ? `${name} (later)` : name)).join(", ")}
          </span>
        </p>
      )}
    </section>
  );
}
