"use client";

import { inputClass } from "../../../components/input-class.ts";
import { isObject } from "../document/json.ts";
import { SecretSelect } from "./secret-select.tsx";
import type { InputProps } from "./value-input.tsx";
import { VariableInput } from "./variable-input.tsx";

const keySources = { secret: "of a stored secret", variable: "of a variable" } as const;

/** The key that a one-time code is made of: a stored secret, or a variable that the task brings. */
export function CodeKeyFields({ name, value, change, ...props }: InputProps & { name: string }) {
  const source = isObject(value) && "variable" in value ? "variable" : "secret";
  const KeyName = source === "secret" ? SecretSelect : VariableInput;
  return (
    <div className="space-y-2">
      <select
        aria-label={`Key of the one-time code of ${name}`}
        value={source}
        onChange={({ target }) => change({ [target.value]: "" })}
        className={`${inputClass} h-9 text-13`}
      >
        {Object.entries(keySources).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <div>
        <KeyName
          {...props}
          value={isObject(value) ? value[source] : undefined}
          change={(next) => change({ [source]: next })}
        />
      </div>
    </div>
  );
}
