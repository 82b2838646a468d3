"use client";

import type { ParameterForm } from "@gatepost/contract/step-forms";
import { CodeKeyFields } from "./code-key-fields.tsx";
import { SecretSelect } from "./secret-select.tsx";
import { type InputProps, ValueInput } from "./value-input.tsx";
import { VariableInput } from "./variable-input.tsx";

interface Props extends InputProps {
  form: ParameterForm;
  /** Where the value comes from; null: the value stands for itself. */
  source: string | null;
}

/** The input of a parameter's value, by the source that it comes from. */
export function SourcedValue({ form, source, ...props }: Props) {
  switch (source) {
    case "variable":
      return <VariableInput {...props} />;
    case "text":
      return <ValueInput {...props} form={{ kind: "text" }} />;
    case "secret":
      return <SecretSelect {...props} />;
    case "totp":
      return <CodeKeyFields {...props} name={form.name} />;
    default:
      return <ValueInput {...props} form={form.value} />;
  }
}
