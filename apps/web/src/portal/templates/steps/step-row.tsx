import { isObject } from "@gatepost/contract/json-value";
import { stepPathText } from "@gatepost/contract/step-paths";
import { stepSentence } from "@gatepost/contract/step-sentence";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "../../../components/button.tsx";
import { isWithin, type JsonObject, type Path } from "../document.ts";
import { ProblemList } from "../problem-list.tsx";
import { type Direction, duplicateStep, moveStep, nestedLists, removeStep } from "./edit-steps.ts";
import { useForms, useSteps } from "./editor-contexts.ts";
import { ParameterList } from "./parameter-list.tsx";

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "out",
  ArrowRight: "in",
};

const listNames: Readonly<Record<string, string>> = { then: "Then", else: "Otherwise", steps: "Repeated" };

interface Props {
  step: unknown;
  path: Path;
  renderList: (nested: { list: Path; label: string; title: string }) => ReactNode;
}

/** A step as one line, its form if it is open, and the steps that it nests. */
export function StepRow({ step, path, renderList }: Props) {
  const { document, problems, warnings, open, setOpen, change, drag } = useSteps();
  const name = stepPathText(path);
  const isOpen = open === name;
  const type = isObject(step) ? String(step.type ?? "") : "";
  const nested = nestedLists(step);
  const isOwn = (path: string) => isWithin(path, name) && !nested.some((list) => path.startsWith(`${name}.${list}.`));
  const faults = problems.filter(({ path }) => isOwn(path)).length;
  const doubts = warnings.filter(({ path }) => isOwn(path)).length;
  const number = name.replace(/^steps\./, "");

  function press(event: KeyboardEvent) {
    const direction = event.altKey ? directions[event.key] : undefined;
    if (!direction) return;
    event.preventDefault();
    change(moveStep(document, path, direction));
  }
  return (
    <div
      className={`rounded-field border bg-panel ${faults > 0 ? "border-failed" : isOpen ? "border-muted" : "border-line"}`}
    >
      <div className="flex items-stretch">
        <span
          aria-hidden="true"
          title="Drag to move"
          draggable
          onDragStart={({ dataTransfer }) => {
            dataTransfer.setData("text/plain", name);
            drag({ path });
          }}
          onDragEnd={() => drag(null)}
          className="flex w-7 shrink-0 cursor-grab items-center justify-center text-muted"
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
          <span className="min-w-0 truncate text-13">{stepSentence(step, { showsValues: true }) || "?"}</span>
          <span className="shrink-0 font-mono text-12 text-muted max-sm:hidden">{type}</span>
          {faults > 0 && <Mark tone="text-failed" text={`✕ ${faults}`} means={faults === 1 ? "problem" : "problems"} />}
          {faults === 0 && doubts > 0 && (
            <Mark tone="text-waits" text={`! ${doubts}`} means={doubts === 1 ? "warning" : "warnings"} />
          )}
        </button>
      </div>
      {isOpen && <StepForm step={step} path={path} />}
      {nested.map((list) => {
        const title = listNames[list] ?? list;
        return renderList({ list: [...path, list], label: `${title} of ${number}`, title });
      })}
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

/** The form of one step, by its type's schema, and what can be done with the step. */
function StepForm({ step, path }: { step: unknown; path: Path }) {
  const { document, change, set, problems, warnings } = useSteps();
  const { forms } = useForms();
  const own: JsonObject = isObject(step) ? step : {};
  const form = forms.get(String(own.type));
  const name = stepPathText(path);
  // What is said beside a field, or in a nested list.
  const isElsewhere = (path: string) =>
    form?.parameters.some(({ name: one, value }) =>
      value.kind === "steps" ? path.startsWith(`${name}.${one}.`) : isWithin(path, `${name}.${one}`),
    );
  const others = problems.filter(({ path }) => isWithin(path, name) && !isElsewhere(path));
  const doubts = warnings.filter(({ path }) => path === name);
  return (
    <div className="space-y-3 border-line border-t px-3 pt-2 pb-3">
      <Explanation text={form?.explanation ?? "There is no such type of step."} />
      {others.length > 0 && <ProblemList problems={others} />}
      {doubts.length > 0 && <ProblemList problems={doubts} tone="waits" />}
      <ParameterList
        forms={form?.parameters ?? []}
        values={own}
        set={(one, value) => set([...path, one], value)}
        problems={problems}
        pathOf={(one) => `${name}.${one}`}
      />
      <div className="flex flex-wrap gap-1 border-line border-t pt-2">
        {(["up", "down", "out", "in"] as const).map((direction) => {
          const moved = moveStep(document, path, direction);
          if (!moved && (direction === "out" || direction === "in")) return null;
          return (
            <Button key={direction} size="small" variant="quiet" disabled={!moved} onClick={() => change(moved)}>
              {moves[direction]}
            </Button>
          );
        })}
        <Button size="small" variant="quiet" onClick={() => change(duplicateStep(document, path))}>
          Duplicate
        </Button>
        <Button size="small" variant="quiet" onClick={() => change(removeStep(document, path))}>
          Delete step
        </Button>
      </div>
    </div>
  );
}

/** The first sentence; the others once somebody asks. */
function Explanation({ text }: { text: string }) {
  const [, first, more] = /^(.+?\.) (.+)$/s.exec(text) ?? [];
  if (!more) return <p className="max-w-prose text-13 text-muted">{text}</p>;
  return (
    <details className="max-w-prose text-13 text-muted">
      <summary className="cursor-pointer">{first}</summary>
      <p className="mt-1">{more}</p>
    </details>
  );
}

const moves = { up: "↑ Up", down: "↓ Down", out: "← Out", in: "→ Into the step above" } as const;
