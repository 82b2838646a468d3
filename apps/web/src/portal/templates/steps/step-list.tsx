"use client";

import { type Place, placeText } from "../document/json.ts";
import { stepsAt } from "../document/step-list.ts";
import { AddStep } from "./add-step.tsx";
import { StepRow } from "./step-row.tsx";
import { useSteps } from "./steps-context.ts";

const render = (list: Place, label: string) => <StepList list={list} label={label} />;

/** The steps of one list, and a way to add one. */
export function StepList({ list, label }: { list: Place; label: string }) {
  const { document, target, open } = useSteps();
  const steps = stepsAt(document, list);
  const name = placeText(list);
  // A new step goes behind the one that is open, if that is in this list.
  const [, openIn = "", at] = /^(.*)\.(\d+)$/.exec(open ?? "") ?? [];
  const index = openIn === name ? Math.min(Number(at), steps.length) : steps.length;
  return (
    <>
      <ol aria-label={label} data-list={JSON.stringify(list)} className="space-y-1.5">
        {steps.map((step, n) => (
          <li key={n} data-item="">
            {target?.list === name && target.index === n && <Gap />}
            <StepRow step={step} place={[...list, n]} renderList={render} />
          </li>
        ))}
        {target?.list === name && target.index === steps.length && (
          <li>
            <Gap />
          </li>
        )}
      </ol>
      <AddStep list={list} index={index} isLast={index === steps.length} label={label} />
    </>
  );
}

function Gap() {
  return <div className="mb-1.5 h-0.5 rounded-field bg-accent" />;
}
