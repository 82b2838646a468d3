import type { ParameterForm } from "@gatepost/contract/step-forms";

interface Props {
  forms: readonly ParameterForm[];
  add: (name: string, value: unknown) => void;
}

export function AddParameters({ forms, add }: Props) {
  if (forms.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-1 text-13 text-muted">
      Add:
      {forms.map((form) => (
        <button
          key={form.name}
          type="button"
          title={form.meaning}
          onClick={() => add(form.name, firstValue(form))}
          className="rounded-field border border-line px-2 py-0.5 text-12 text-ink hover:border-muted"
        >
          {form.label}
        </button>
      ))}
    </p>
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
