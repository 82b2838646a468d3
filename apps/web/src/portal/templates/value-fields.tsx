"use client";

import { Check, Field } from "../../components/field.tsx";

export interface GivenValue {
  text: string;
  /** Whether it comes later, when the task waits for it. */
  isLate: boolean;
}

interface Props {
  /** `late`: a step waits for it, so that it can come later. */
  variables: readonly { name: string; late: boolean }[];
  values: ReadonlyMap<string, GivenValue>;
  change: (values: ReadonlyMap<string, GivenValue>) => void;
}

/** The values of a run. One that a step waits for can come later. */
export function ValueFields({ variables, values, change }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-semibold text-13">Values</legend>
      {variables.map(({ name, late }) => {
        const { text, isLate } = values.get(name) ?? { text: "", isLate: late };
        const set = (changed: Partial<GivenValue>) => change(new Map(values).set(name, { text, isLate, ...changed }));
        return (
          <div key={name}>
            <Field
              label={name}
              value={isLate ? "" : text}
              disabled={isLate}
              autoComplete="off"
              type={/passw|secret|token/i.test(name) ? "password" : "text"}
              onChange={({ target }) => set({ text: target.value })}
              className="h-9 font-mono text-13 disabled:bg-raised"
            />
            {late && (
              <Check
                className="mt-1 text-13"
                checked={isLate}
                onChange={({ target }) => set({ isLate: target.checked })}
              >
                <span>
                  <span className="sr-only">{name} </span>comes later
                </span>
              </Check>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
