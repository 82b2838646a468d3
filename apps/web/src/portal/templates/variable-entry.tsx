import { type ReactNode, useId } from "react";
import { Field, SelectField, Switch } from "../../components/field.tsx";
import { fileAsText } from "../tasks/push-form.tsx";
import type { GivenValue, VariableField } from "./given-values.ts";
import { SecretSelect } from "./steps/parameter-field.tsx";

interface Props {
  variable: VariableField;
  label: string;
  given: GivenValue;
  change: (given: GivenValue) => void;
  offersSecrets: boolean;
}

/** A variable's field by what it is, or what takes its place: a person's answer, or a stored secret. */
export function VariableEntry({ variable, label, given, change, offersSecrets }: Props) {
  const { late, prompt, entry, canBeSecret } = variable;
  const { isLate, secret } = given;
  return (
    <div>
      {isLate ? (
        <Instead label={label}>
          {prompt ? `The task will ask: “${prompt}”` : "The task will ask for it and wait for the answer."}
        </Instead>
      ) : secret !== undefined ? (
        <Instead label={label}>
          <SecretField label={label} secret={secret} change={(chosen) => change({ ...given, secret: chosen })} />
        </Instead>
      ) : (
        <Entry variable={variable} label={label} text={given.text} enter={(text) => change({ ...given, text })} />
      )}
      {late && (
        <Switch
          name={`${label}: somebody will answer`}
          isOn={isLate}
          turn={(isOn) => change({ ...given, isLate: isOn })}
        >
          Somebody will answer
        </Switch>
      )}
      {offersSecrets && canBeSecret && entry === "password" && (
        <Switch
          name={`${label}: use a stored secret`}
          isOn={secret !== undefined}
          turn={(isOn) => change({ ...given, secret: isOn ? "" : undefined })}
        >
          Use a stored secret
        </Switch>
      )}
    </div>
  );
}

function Instead({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 font-semibold text-13">{label}</p>
      <div className="text-muted">{children}</div>
    </div>
  );
}

function SecretField({ label, secret, change }: { label: string; secret: string; change: (secret: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Stored secret for {label}
      </label>
      <SecretSelect id={id} required value={secret} change={(value) => change(String(value))} />
    </>
  );
}

interface EntryProps {
  variable: VariableField;
  label: string;
  text: string;
  enter: (text: string) => void;
}

function Entry({ variable: { entry, options }, label, text, enter }: EntryProps) {
  if (entry === "file")
    return (
      <Field
        label={label}
        type="file"
        required
        className="py-2"
        onChange={async ({ target }) => {
          const [file] = target.files ?? [];
          enter(file ? await fileAsText(file) : "");
        }}
      />
    );
  const shared = { label, value: text, autoComplete: "off" };
  if (entry === "yes_no" || entry === "choice")
    return (
      <SelectField {...shared} required onChange={({ target }) => enter(target.value)}>
        <option value="" disabled>
          Choose one
        </option>
        {(entry === "choice" ? options : ["yes", "no"]).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  return (
    <Field
      {...shared}
      type={entry === "password" ? "password" : "text"}
      inputMode={entry === "number" ? "decimal" : undefined}
      required={entry === "element"}
      spellCheck={false}
      className={entry === "element" ? "font-mono" : ""}
      onChange={({ target }) => enter(target.value)}
    />
  );
}
