import { stepPathText } from "@gatepost/contract/step-paths";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { inputBox } from "../../../components/control-classes.ts";
import { type JsonObject, type Path, withValue } from "../document.ts";
import type { Checked, EditedDocument } from "../use-document.ts";
import { type Changed, insertStep, moveStepTo, stepsAt } from "./edit-steps.ts";
import { type Steps, StepsContext, useForms, useSteps } from "./editor-contexts.ts";
import { StepRow } from "./step-row.tsx";

interface Props {
  edited: EditedDocument;
  document: JsonObject;
  checked: Checked | null;
  open: string | null;
  setOpen: (path: string | null) => void;
}

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
    const path = stepPathText(changed.path);
    edited.setDocument(changed.document, null);
    setOpen(opens || open !== null ? path : null);
    setFocus(path);
  }
  const [dragged, drag] = useState<Steps["dragged"]>(null);
  const steps: Steps = {
    document,
    open,
    setOpen,
    change,
    dragged,
    drag,
    problems: checked?.problems ?? [],
    warnings: checked?.warnings ?? [],
    variables: checked?.variables.map(({ name }) => name) ?? [],
    set: (path, value) => edited.setDocument(withValue(document, path, value), stepPathText(path)),
  };
  return (
    <StepsContext value={steps}>
      <div ref={view}>
        <StepList list={["steps"]} label="Steps" />
      </div>
    </StepsContext>
  );
}

interface StepListProps {
  list: Path;
  label: string;
  /** Shown above a nested list. */
  title?: string;
}

const render = (nested: StepListProps) => <StepList key={nested.title} {...nested} />;

function StepList({ list, label, title }: StepListProps) {
  const { document, open, dragged, drag, change } = useSteps();
  const steps = stepsAt(document, list);
  const name = stepPathText(list);
  // A new step goes behind the one that is open, if that is in this list.
  const [, openIn = "", at] = /^(.*)\.(\d+)$/.exec(open ?? "") ?? [];
  const index = openIn === name ? Math.min(Number(at), steps.length) : steps.length;
  const gap = dragged?.list === name ? dragged.index : undefined;
  function over(event: DragEvent<HTMLElement>) {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    drag({ ...dragged, list: name, index: indexAt(event) });
  }
  function drop(event: DragEvent<HTMLElement>) {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    // The mark of the gap may not be drawn yet.
    change(moveStepTo(document, dragged.path, list, indexAt(event)));
    // The handle has no dragend if its row has gone.
    drag(null);
  }
  return (
    // Around its title and what adds a step too, so that a list without steps is as high as that.
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons move steps too
    <div onDragOver={over} onDrop={drop} className={title && "border-line border-t py-2 pr-2 pl-4"}>
      {title && <p className="mb-1 text-12 text-muted">{title}</p>}
      <ol aria-label={label} className="space-y-1.5">
        {steps.map((step, n) => (
          <li key={n} data-item="">
            {gap === n && <Gap />}
            <StepRow step={step} path={[...list, n]} renderList={render} />
          </li>
        ))}
        {gap === steps.length && (
          <li>
            <Gap />
          </li>
        )}
      </ol>
      <AddStep list={list} index={index} isLast={index === steps.length} label={label} />
    </div>
  );
}

/** Before which item of the list the pointer is. */
function indexAt({ currentTarget, clientY }: DragEvent<HTMLElement>): number {
  const items = [...currentTarget.querySelectorAll(":scope > ol > [data-item]")];
  const before = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return before < 0 ? items.length : before;
}

function Gap() {
  return <div className="mb-1.5 h-0.5 rounded-field bg-accent" />;
}

interface AddStepProps {
  list: Path;
  index: number;
  isLast: boolean;
  label: string;
}

/** Adds a step of a chosen type, filled with an example, and opens its form. */
function AddStep({ list, index, isLast, label }: AddStepProps) {
  const { document, change } = useSteps();
  const { forms } = useForms();
  const all = [...forms.values()];
  const [type, setType] = useState("CLICK");
  const nested = list.length > 1;
  const where = isLast ? "" : ` after ${index}`;
  return (
    <div className={`flex flex-wrap items-center gap-2 ${nested ? "mt-1.5" : "mt-3"}`}>
      <select
        aria-label={nested ? `Type of a new step in ${label}` : "Type of a new step"}
        value={type}
        onChange={({ target }) => setType(target.value)}
        className={`${inputBox} ${nested ? "h-8" : "h-10"} w-60 max-w-full font-mono text-13`}
      >
        {[...new Set(all.map(({ group }) => group))].map((group) => (
          <optgroup key={group} label={group}>
            {all
              .filter((one) => one.group === group)
              .map((one) => (
                <option key={one.type}>{one.type}</option>
              ))}
          </optgroup>
        ))}
      </select>
      <Button
        size={nested ? "small" : "normal"}
        aria-label={nested ? `Add step in ${label}${where}` : undefined}
        onClick={() => change(insertStep(document, list, index, structuredClone(forms.get(type)?.example)), true)}
      >
        Add step{where}
      </Button>
    </div>
  );
}
