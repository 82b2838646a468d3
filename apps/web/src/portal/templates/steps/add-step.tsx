"use client";

import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { inputClass } from "../../../components/input-class.ts";
import type { Place } from "../document/json.ts";
import { insertStep } from "../document/step-list.ts";
import { useForms } from "./forms-context.ts";
import { stepGroups } from "./step-groups.ts";
import { useSteps } from "./steps-context.ts";

interface Props {
  list: Place;
  /** Where the new step goes. */
  index: number;
  isLast: boolean;
  label: string;
}

/** Adds a step of a chosen type, filled with an example, and opens its form. */
export function AddStep({ list, index, isLast, label }: Props) {
  const { document, change } = useSteps();
  const { forms } = useForms();
  const [type, setType] = useState("CLICK");
  const nested = list.length > 1;
  const where = isLast ? "" : ` after ${index}`;
  return (
    <div className={`flex flex-wrap items-center gap-2 ${nested ? "mt-1.5" : "mt-3"}`}>
      <select
        aria-label={nested ? `Type of a new step in ${label}` : "Type of a new step"}
        value={type}
        onChange={({ target }) => setType(target.value)}
        className={`${inputClass} ${nested ? "h-8 text-13" : ""} w-60 max-w-full font-mono text-13`}
      >
        {stepGroups([...forms.keys()]).map(({ name, types }) => (
          <optgroup key={name} label={name}>
            {types.map((one) => (
              <option key={one}>{one}</option>
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
