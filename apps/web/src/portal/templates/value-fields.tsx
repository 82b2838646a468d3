import { type ReactNode, useState } from "react";
import { Field, FieldFrame, SelectField, Switch } from "../../components/form.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";
import { fileAsText, maxFileKb } from "../tasks/push-form.tsx";
import { type GivenValue, type GivenValues, givenOf, type OnFailure, type VariableField } from "./given-values.ts";
import { SecretSelect } from "./steps/parameter-field.tsx";
import { variableLabels } from "./variable-labels.ts";

interface Props {
  variables: readonly VariableField[];
  values: GivenValues;
  change: (values: GivenValues) => void;
  /** Whether a stored secret can take the place of a password. */
  offersSecrets?: boolean;
}

/** The values of a run, in the order of first use; where things are on the page is folded once it is known. */
export function ValueFields({ variables, values, change, offersSecrets = false }: Props) {
  const isElement = ({ entry }: VariableField) => entry === "element";
  const elements = variables.filter(isElement);
  const others = variables.filter((variable) => !isElement(variable));
  const entries = (shown: readonly VariableField[]) => {
    const labels = variableLabels(shown.map(({ name }) => name));
    return shown.map((variable) => (
      <VariableEntry
        key={variable.name}
        variable={variable}
        label={labels.get(variable.name) ?? variable.name}
        given={givenOf(variable, values)}
        change={(given) => change(new Map(values).set(variable.name, given))}
        offersSecrets={offersSecrets}
      />
    ));
  };
  return (
    <>
      {others.length > 0 && (
        <fieldset className="space-y-4">
          <legend className="sr-only">Values</legend>
          {entries(others)}
        </fieldset>
      )}
      {elements.length > 0 && (
        <PageElements isKnown={elements.every((one) => givenOf(one, values).text !== "")}>
          {entries(elements)}
        </PageElements>
      )}
    </>
  );
}

const newAttempt = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Names a form's call, until it has succeeded: a task whose response was lost is not created again, and paid, by another click. */
export function useAttempt(): [attempt: string, renew: () => void] {
  const [attempt, setAttempt] = useState(newAttempt);
  return [attempt, () => setAttempt(newAttempt)];
}

interface WebsiteFieldProps {
  autoComplete?: "off";
  value: string;
  change: (value: string) => void;
  hint?: string;
}

export function WebsiteField({ change, hint = "The page that the browser opens first.", ...props }: WebsiteFieldProps) {
  return (
    <Field
      label="Website URL"
      name="websiteURL"
      type="url"
      required
      hint={hint}
      {...props}
      onChange={({ target }) => change(target.value)}
      placeholder="https://example.com/login"
    />
  );
}

export function RunCost() {
  const { data: me } = trpc.account.me.useQuery();
  return me && `Costs ${dollars(me.bid)} if it succeeds, and nothing if it fails. ${dollars(me.available)} available.`;
}

interface OnFailureFieldProps {
  chosen: OnFailure | undefined;
  ofTemplate: unknown;
  change: (onFailure: OnFailure) => void;
}

/** What the run does when a step fails; what the template says is chosen first. */
export function OnFailureField({ chosen, ofTemplate, change }: OnFailureFieldProps) {
  return (
    <SelectField
      label="If a step fails"
      value={chosen ?? (ofTemplate === "ask" ? "ask" : "fail")}
      onChange={({ target }) => change(target.value as OnFailure)}
      hint="Asking gives a person ten minutes to retry the step, skip it or stop the task."
      options={{ fail: "End the task", ask: "Ask a person" }}
    />
  );
}

/** Open from the start where selectors are missing, and again when the form is submitted without one. */
function PageElements({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(!isKnown);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInvalidCapture={() => setOpen(true)}
      className="rounded-field border border-line"
    >
      <summary className="cursor-pointer rounded-field px-3 py-2 font-semibold text-13">The page's elements</summary>
      <fieldset aria-label="The page's elements" className="space-y-4 border-line border-t p-3">
        <p className="text-13 text-muted">A CSS selector for each one says where it is on the page.</p>
        {children}
      </fieldset>
    </details>
  );
}

interface VariableEntryProps {
  variable: VariableField;
  label: string;
  given: GivenValue;
  change: (given: GivenValue) => void;
  offersSecrets: boolean;
}

/** A variable's field by what it is, or what takes its place: a person's answer, or a stored secret. */
function VariableEntry({ variable, label, given, change, offersSecrets }: VariableEntryProps) {
  const { late, prompt, entry, canBeSecret } = variable;
  const { isLate, secret } = given;
  return (
    <div>
      {isLate ? (
        <div>
          <p className="mb-1.5 font-semibold text-13">{label}</p>
          <p className="text-muted">
            {prompt ? `The task will ask: “${prompt}”` : "The task will ask for it and wait for the answer."}
          </p>
        </div>
      ) : secret !== undefined ? (
        <FieldFrame label={`Stored secret for ${label}`}>
          {(own) => (
            <SecretSelect
              {...own}
              required
              value={secret}
              change={(chosen) => change({ ...given, secret: String(chosen) })}
            />
          )}
        </FieldFrame>
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
        hint={`At most ${maxFileKb} KB. Programs can send larger files.`}
        onChange={async ({ target }) => {
          const [file] = target.files ?? [];
          const isTooLarge = file !== undefined && file.size > maxFileKb * 1_024;
          target.setCustomValidity(isTooLarge ? `This file is too large: at most ${maxFileKb} KB.` : "");
          enter(file && !isTooLarge ? await fileAsText(file) : "");
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
