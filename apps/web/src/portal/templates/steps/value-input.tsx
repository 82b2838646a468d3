import type { ParameterForm } from "@gatepost/contract/step-forms";
import { type ChangeEvent, useState } from "react";
import { inputBox } from "../../../components/control-classes.ts";
import type { FieldConnection } from "../../../components/form.tsx";
import { SmallSelect } from "../../../components/select.tsx";
import { parseJson } from "../document.ts";

export interface InputProps extends FieldConnection {
  value: unknown;
  change: (value: unknown) => void;
  required?: boolean;
}

export const small = `${inputBox} h-9 w-full text-13`;
const lines = `${inputBox} block w-full resize-none py-2 font-mono text-13`;
/** The characters from which a text may have that many that it takes several lines. */
const longText = 500;

export function ValueInput({ form, value, change, ...shared }: InputProps & { form: ParameterForm["value"] }) {
  switch (form.kind) {
    case "text": {
      const text = {
        ...shared,
        value: typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value),
        maxLength: form.maxLength,
        onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(target.value),
        spellCheck: false,
      };
      // An input would lose the line breaks of a text.
      return (form.maxLength ?? 0) < longText ? (
        <input {...text} className={`${small} font-mono`} />
      ) : (
        <textarea {...text} rows={text.value.split("\n").length} className={`${lines} field-sizing-content`} />
      );
    }
    case "texts":
    case "selectors":
      return canBeLines(value) ? (
        <textarea
          {...shared}
          value={[value ?? ""].flat().join("\n")}
          rows={[value].flat().length}
          onChange={({ target }) => {
            const lines = target.value.split("\n");
            change(lines.length > 1 || form.kind === "texts" ? lines : target.value);
          }}
          placeholder={form.kind === "texts" ? "One on each line" : "One on each line; the first that matches acts"}
          spellCheck={false}
          className={lines}
        />
      ) : (
        <JsonInput {...shared} value={value} change={change} />
      );
    case "number":
      return (
        <input
          {...shared}
          type="number"
          value={typeof value === "number" ? value : ""}
          min={form.min}
          max={form.max}
          step={form.whole ? 1 : "any"}
          onChange={({ target }) => change(target.value === "" ? "" : Number(target.value))}
          className={`${small} max-w-40`}
        />
      );
    case "boolean":
    case "flag":
      return (
        <SmallSelect
          {...shared}
          value={String(value)}
          names={form.kind === "boolean" ? { true: "yes", false: "no" } : { true: "yes" }}
          choose={(chosen) => change(chosen === "true")}
          className={`${small} max-w-40`}
        />
      );
    case "choice": {
      const names = Object.fromEntries(form.options.map((option) => [option, option]));
      const chosen = form.options.find((option) => option === value) ?? "";
      return (
        <SmallSelect
          {...shared}
          value={chosen}
          names={chosen ? names : { "": "choose", ...names }}
          choose={change}
          className={`${small} max-w-40`}
        />
      );
    }
    default:
      return <JsonInput {...shared} value={value} change={change} />;
  }
}

/** Whether each is a text of one line. */
const canBeLines = (value: unknown): boolean =>
  [value ?? ""].flat().every((one) => typeof one === "string" && !one.includes("\n"));

/** A value as JSON; taken over whenever it can be read. */
function JsonInput({ value, change, ...props }: InputProps) {
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const written = JSON.stringify(value, null, 1);
  // What is typed stays as it is typed, unless the value was changed elsewhere.
  const text = typed && typed.value === written ? typed.text : (written ?? "");
  return (
    <textarea
      {...props}
      rows={3}
      value={text}
      spellCheck={false}
      onChange={({ target }) => {
        const parsed = parseJson(target.value);
        setTyped({
          text: target.value,
          value: parsed === undefined ? (written ?? "") : JSON.stringify(parsed, null, 1),
        });
        if (parsed !== undefined) change(parsed);
      }}
      className={`${inputBox} w-full py-2 font-mono text-12`}
    />
  );
}
