"use client";

import { Button } from "../../../components/button.tsx";
import { isObject, type JsonObject, type Place, placeText } from "../document/json.ts";
import { duplicateStep, moveStep, removeStep } from "../document/step-list.ts";
import { ProblemList } from "../problem-list.tsx";
import { AddParameters } from "./add-parameters.tsx";
import { useForms } from "./forms-context.ts";
import { ParameterField } from "./parameter-field.tsx";
import { useSteps } from "./steps-context.ts";

/** The form of one step, by its type's schema, and what can be done with the step. */
export function StepForm({ step, place }: { step: unknown; place: Place }) {
  const { document, change, set, problems, warnings } = useSteps();
  const { forms } = useForms();
  const own: JsonObject = isObject(step) ? step : {};
  const form = forms.get(String(own.type));
  const name = placeText(place);
  const parameters = form?.parameters.filter(({ value }) => value.kind !== "steps") ?? [];
  const nested = form?.parameters.filter(({ value }) => value.kind === "steps") ?? [];
  const given = parameters.filter((one) => one.required || own[one.name] !== undefined);
  const missing = [...parameters, ...nested].filter((one) => own[one.name] === undefined && !given.includes(one));
  const shown = new Set(given.map((one) => `${name}.${one.name}`));
  const others = problems.filter(({ path }) => path === name || (path.startsWith(`${name}.`) && !isShown(path, shown)));
  const ownOthers = others.filter(({ path }) => !nested.some((list) => path.startsWith(`${name}.${list.name}.`)));
  const doubts = warnings.filter(({ path }) => path === name);
  return (
    <div className="space-y-3 border-line border-t px-3 pt-2 pb-3">
      <Explanation text={form?.explanation ?? "There is no such type of step."} />
      {ownOthers.length > 0 && <ProblemList problems={ownOthers} />}
      {doubts.length > 0 && <ProblemList problems={doubts} tone="waits" />}
      {given.map((one) => (
        <ParameterField
          key={one.name}
          form={one}
          value={own[one.name]}
          change={(value) => set([...place, one.name], value)}
          error={problems.find(({ path }) => isShown(path, new Set([`${name}.${one.name}`])))?.message}
        />
      ))}
      <AddParameters forms={missing} add={(added, value) => set([...place, added], value)} />
      <div className="flex flex-wrap gap-1 border-line border-t pt-2">
        {(["up", "down", "out", "in"] as const).map((direction) => {
          const moved = moveStep(document, place, direction);
          if (!moved && (direction === "out" || direction === "in")) return null;
          return (
            <Button key={direction} size="small" variant="quiet" disabled={!moved} onClick={() => change(moved)}>
              {moves[direction]}
            </Button>
          );
        })}
        <Button size="small" variant="quiet" onClick={() => change(duplicateStep(document, place))}>
          Duplicate
        </Button>
        <Button size="small" variant="quiet" onClick={() => change(removeStep(document, place))}>
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

function isShown(path: string, shown: ReadonlySet<string>): boolean {
  return [...shown].some((one) => path === one || path.startsWith(`${one}.`));
}
