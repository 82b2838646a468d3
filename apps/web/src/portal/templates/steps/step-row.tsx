"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { isObject, type Place, placeText } from "../document/json.ts";
import { type Direction, moveStep, nestedLists } from "../document/step-list.ts";
import { StepForm } from "./step-form.tsx";
import { stepSummary } from "./step-summary.ts";
import { useSteps } from "./steps-context.ts";

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "out",
  ArrowRight: "in",
};

/** The labels of lists of steps within another step. */
const listNames: Readonly<Record<string, string>> = { then: "Then", else: "Otherwise", steps: "Repeated" };

interface Props {
  step: unknown;
  place: Place;
  /** Renders a list of steps that this one nests. */
  renderList: (list: Place, label: string) => ReactNode;
}

/** A step as one line, its form if it is open, and the steps that it nests. */
export function StepRow({ step, place, renderList }: Props) {
  const { document, problems, warnings, open, setOpen, change, drag } = useSteps();
  const name = placeText(place);
  const isOpen = open === name;
  const type = isObject(step) ? String(step.type ?? "") : "";
  const within = (path: string) => path === name || path.startsWith(`${name}.`);
  const nested = nestedLists(step);
  const isOwn = (path: string) => within(path) && !nested.some((list) => path.startsWith(`${name}.${list}.`));
  const faults = problems.filter(({ path }) => isOwn(path)).length;
  const doubts = warnings.filter(({ path }) => isOwn(path)).length;
  const number = name.replace(/^steps\./, "");

  function press(event: KeyboardEvent) {
    const direction = event.altKey ? directions[event.key] : undefined;
    if (!direction) return;
    event.preventDefault();
    change(moveStep(document, place, direction));
  }
  return (
    <div
      className={`rounded-field border bg-panel ${faults > 0 ? "border-failed" : isOpen ? "border-muted" : "border-line"}`}
    >
      <div className="flex items-stretch">
        <span
          aria-hidden="true"
          title="Drag to move"
          onPointerDown={(event) => {
            event.preventDefault();
            drag(place, event.pointerId, event.currentTarget);
          }}
          className="flex w-7 shrink-0 cursor-grab touch-none select-none items-center justify-center text-muted"
        >
          ⠿
        </span>
        <button
          type="button"
          data-step={name}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
          onClick={() => setOpen(isOpen ? null : name)}
          onKeyDown={press}
          className="flex min-h-9 min-w-0 flex-1 items-baseline gap-2 rounded-field py-1.5 pr-3 text-left"
        >
          <span className="w-6 shrink-0 text-right text-12 text-muted tabular-nums">{number.split(".").at(-1)}</span>
          <span className="shrink-0 font-mono text-12">{type || "?"}</span>
          <span className="min-w-0 truncate text-13 text-muted">{stepSummary(step)}</span>
          {faults > 0 && <Mark tone="text-failed" text={`✕ ${faults}`} means={faults === 1 ? "problem" : "problems"} />}
          {faults === 0 && doubts > 0 && (
            <Mark tone="text-waits" text={`! ${doubts}`} means={doubts === 1 ? "warning" : "warnings"} />
          )}
        </button>
      </div>
      {isOpen && <StepForm step={step} place={place} />}
      {nested.map((list) => (
        <div key={list} className="border-line border-t py-2 pr-2 pl-4">
          <p className="mb-1 text-12 text-muted">{listNames[list]}</p>
          {renderList([...place, list], `${listNames[list]} of ${number}`)}
        </div>
      ))}
    </div>
  );
}

function Mark({ tone, text, means }: { tone: string; text: string; means: string }) {
  return (
    <span className={`ml-auto shrink-0 pl-2 text-12 tabular-nums ${tone}`}>
      {text}
      <span className="sr-only"> {means}</span>
    </span>
  );
}
