import type { Problem } from "@gatepost/contract/problems";
import type { ParameterForm } from "@gatepost/contract/step-forms";
import { isWithin, type JsonObject } from "../document.ts";
import { ParameterField } from "./parameter-field.tsx";

interface Props {
  forms: readonly ParameterForm[];
  values: JsonObject;
  /** undefined removes a value. */
  set: (name: string, value: unknown) => void;
  problems: readonly Problem[];
  /** How problems name a parameter. */
  pathOf: (name: string) => string;
}

/** The fields of the parameters that there are, and a button for each that can be added. Nested steps have their own lists. */
export function ParameterList({ forms, values, set, problems, pathOf }: Props) {
  const isGiven = ({ name, required, value }: ParameterForm) =>
    values[name] !== undefined || (required && value.kind !== "steps");
  const missing = forms.filter((form) => !isGiven(form));
  return (
    <>
      {forms
        .filter((form) => form.value.kind !== "steps" && isGiven(form))
        .map((form) => (
          <ParameterField
            key={form.name}
            form={form}
            value={values[form.name]}
            change={(value) => set(form.name, value)}
            error={problems.find(({ path }) => isWithin(path, pathOf(form.name)))?.message}
          />
        ))}
      {missing.length > 0 && (
        <p className="flex flex-wrap items-center gap-1 text-13 text-muted">
          Add:
          {missing.map((form) => (
            <button
              key={form.name}
              type="button"
              title={form.meaning}
              onClick={() => set(form.name, firstValue(form))}
              className="rounded-field border border-line px-2 py-0.5 text-12 text-ink hover:border-muted"
            >
              {form.label}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

/** The initial value of a parameter that was just added. */
function firstValue({ value: form }: ParameterForm): unknown {
  switch (form.kind) {
    case "number":
      return Math.max(form.min ?? 0, 10);
    case "choice":
      return form.options[0];
    case "boolean":
    case "flag":
      return true;
    case "texts":
      return ["yes", "no"];
    case "json":
      return {};
    case "steps":
      return [{ type: "TAKE_SCREENSHOT" }];
    default:
      return "";
  }
}
