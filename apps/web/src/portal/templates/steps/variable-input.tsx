"use client";

import { useContext } from "react";
import { inputClass } from "../../../components/input-class.ts";
import { StepsContext } from "./steps-context.ts";
import type { InputProps } from "./value-input.tsx";

/** The name of a variable: one that the template has, which are suggested, or a new one. */
export function VariableInput({ value, change, ...props }: InputProps) {
  const variables = useContext(StepsContext)?.variables ?? [];
  const suggestions = `${props.id}-variables`;
  return (
    <>
      <input
        {...props}
        list={suggestions}
        value={typeof value === "string" ? value : ""}
        onChange={({ target }) => change(target.value)}
        placeholder="a variable's name"
        autoComplete="off"
        spellCheck={false}
        className={`${inputClass} h-9 font-mono text-13`}
      />
      <datalist id={suggestions}>
        {variables.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
