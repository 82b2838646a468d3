import { isObject } from "@gatepost/contract/json-value";
import type { ParameterForm } from "@gatepost/contract/step-forms";
import { useContext } from "react";
import { FieldFrame } from "../../../components/form.tsx";
import { SmallSelect } from "../../../components/select.tsx";
import { pages, trpc, useAllItems } from "../../../trpc/client.tsx";
import { PickSelector } from "../pick/pick-selector.tsx";
import { StepsContext } from "./editor-contexts.ts";
import { type InputProps, small, ValueInput } from "./value-input.tsx";

const sourceNames: Readonly<Record<string, string>> = {
  permanent: "fixed value",
  variable: "variable",
  text: "joined text",
  secret: "stored secret",
  totp: "one-time code",
};

interface Props {
  form: ParameterForm;
  value: unknown;
  /** undefined removes the parameter. */
  change: (value: unknown) => void;
  error?: string | undefined;
}

export function ParameterField({ form, value, change, error }: Props) {
  const { meaning, required, sources } = form;
  const name = form.label.toLowerCase();
  const source = sourceOf(form, value);
  const isWrapped = source !== null && isObject(value) && Object.hasOwn(value, source);
  const inner = isWrapped ? value[source] : source === null || source === "permanent" ? value : undefined;
  // A value that the template fixes stands for itself. One that was written in the long form keeps it, which lists do not have.
  function write(next: unknown): void {
    const standsAlone = source === null || (source === "permanent" && (!isWrapped || Array.isArray(next)));
    change(standsAlone ? next : { [source]: next });
  }
  const isSelector = form.value.kind === "selectors" && (source === null || source === "permanent");
  const aside = (
    <>
      <span className="grow font-mono text-12 text-muted">{form.name}</span>
      {!required && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={() => change(undefined)}
          className="rounded-field px-1 text-12 text-muted hover:text-ink"
        >
          Remove
        </button>
      )}
    </>
  );
  return (
    <FieldFrame label={form.label} hint={meaning.replaceAll("`", "")} error={error} aside={aside}>
      {(own) => {
        const entry = <SourcedValue key={source} {...own} form={form} source={source} value={inner} change={write} />;
        return (
          <div className="flex flex-wrap gap-2">
            {sources.length > 1 && (
              <div className="w-40">
                <SmallSelect
                  label={`Source of ${name}`}
                  value={source ?? ""}
                  names={Object.fromEntries(sources.map((one) => [one, sourceNames[one] ?? one]))}
                  choose={(one) => change(initialValue(one))}
                  className={small}
                />
              </div>
            )}
            <div className="min-w-40 flex-1">
              {isSelector ? (
                <PickSelector
                  name={name}
                  isActedOn={form.name === "selector" || form.name === "from"}
                  value={inner}
                  change={write}
                >
                  {entry}
                </PickSelector>
              ) : (
                entry
              )}
            </div>
          </div>
        );
      }}
    </FieldFrame>
  );
}

/** What a parameter begins with once its source is chosen. */
function initialValue(source: string): unknown {
  if (source === "permanent") return "";
  return { [source]: source === "totp" ? { secret: "" } : "" };
}

/** The key that the value has; the first possible one if it has none of them. null: the value stands for itself. */
function sourceOf({ sources }: ParameterForm, value: unknown): string | null {
  if (sources.length === 0) return null;
  return (isObject(value) && sources.find((one) => Object.hasOwn(value, one))) || (sources[0] ?? null);
}

interface SourcedValueProps extends InputProps {
  form: ParameterForm;
  /** Where the value comes from; null: the value stands for itself. */
  source: string | null;
}

function SourcedValue({ form, source, ...props }: SourcedValueProps) {
  switch (source) {
    case "variable":
      return <VariableInput {...props} />;
    case "text":
      return <ValueInput {...props} form={{ kind: "text" }} />;
    case "secret":
      return <SecretSelect {...props} />;
    case "totp":
      return <CodeKeyFields {...props} name={form.label.toLowerCase()} />;
    default:
      return <ValueInput {...props} form={form.value} />;
  }
}

const keySources = { secret: "of a stored secret", variable: "of a variable" } as const;

/** The key that a one-time code is made of: a stored secret, or a variable that the task brings. */
function CodeKeyFields({ name, value, change, ...props }: InputProps & { name: string }) {
  const source = isObject(value) && "variable" in value ? "variable" : "secret";
  const KeyName = source === "secret" ? SecretSelect : VariableInput;
  return (
    <div className="space-y-2">
      <SmallSelect
        label={`Key of the one-time code of ${name}`}
        value={source}
        names={keySources}
        choose={(one) => change({ [one]: "" })}
        className={small}
      />
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

/** The name of one of the account's stored secrets, chosen from all of them. */
export function SecretSelect({ value, change, ...props }: InputProps) {
  const list = trpc.secrets.list.useInfiniteQuery({ limit: 100 }, pages);
  const names = useAllItems(list)?.map(({ name }) => name);
  const chosen = typeof value === "string" ? value : "";
  const isMissing = chosen !== "" && names !== undefined && !list.hasNextPage && !names.includes(chosen);
  return (
    <>
      <select {...props} value={chosen} onChange={({ target }) => change(target.value)} className={small}>
        <option value="">Choose a secret</option>
        {chosen !== "" && !names?.includes(chosen) && (
          <option value={chosen}>{isMissing ? `${chosen} (not stored)` : chosen}</option>
        )}
        {names?.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <p className="mt-1 text-12 text-muted">
        {list.error
          ? "The stored secrets could not be loaded. "
          : names?.length === 0
            ? "There are no stored secrets yet. "
            : isMissing
              ? "No secret of this name is stored, so no task can be created. "
              : ""}
        <a href="/dashboard/secrets" target="_blank" rel="noreferrer" className="underline">
          Store a secret<span className="sr-only"> (opens a new tab)</span>
        </a>
      </p>
    </>
  );
}

/** The name of a variable: one that the template has, which are suggested, or a new one. */
function VariableInput({ value, change, ...props }: InputProps) {
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
        className={`${small} font-mono`}
      />
      <datalist id={suggestions}>
        {variables.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
