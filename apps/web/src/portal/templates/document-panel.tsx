import { Field } from "../../components/form.tsx";
import { isWithin, type JsonObject } from "./document.ts";
import { AddParameters } from "./steps/add-parameters.tsx";
import { useForms } from "./steps/editor-contexts.ts";
import { ParameterField } from "./steps/parameter-field.tsx";
import type { Checked, EditedDocument } from "./use-document.ts";

interface Props {
  edited: EditedDocument;
  document: JsonObject;
  checked: Checked | null;
}

/** The fields of the document itself, and the variables that its steps use. */
export function DocumentPanel({ edited, document, checked }: Props) {
  const { fields } = useForms();
  const set = (name: string, value: unknown) => {
    const { steps, ...rest } = document;
    const entries = Object.entries({ ...rest, [name]: value, steps }).filter(([, one]) => one !== undefined);
    edited.setDocument(Object.fromEntries(entries), name);
  };
  const problem = (name: string) => checked?.problems.find(({ path }) => isWithin(path, name))?.message;
  const given = fields.filter(({ name }) => document[name] !== undefined);
  return (
    <section aria-label="Template" className="space-y-3 rounded-panel border border-line bg-panel p-4">
      <Field
        label="Name"
        value={typeof document.name === "string" ? document.name : ""}
        onChange={({ target }) => set("name", target.value)}
        maxLength={200}
        error={problem("name")}
      />
      {given.map((form) => (
        <ParameterField
          key={form.name}
          form={form}
          value={document[form.name]}
          change={(value) => set(form.name, value)}
          error={problem(form.name)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted">
        <AddParameters forms={fields.filter((form) => !given.includes(form))} add={set} />
        {checked && checked.variables.length > 0 && (
          <p>
            Variables:{" "}
            <span className="font-mono text-12">
              {checked.variables.map(({ name, late }) => (late ? `${name} (later)` : name)).join(", ")}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}
