import { valueAt } from "@gatepost/contract/json-value";
import type { ParameterForm } from "@gatepost/contract/step-forms";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { FieldFrame } from "../../../components/form.tsx";
import { SmallSelect } from "../../../components/select.tsx";
import { pages, trpc, useAllItems } from "../../../trpc/client.tsx";
import { withValue } from "../document.ts";
import { usePick } from "../pick/page-pick.ts";
import { StepsContext } from "./editor-contexts.ts";
import { type InputProps, small, ValueInput } from "./value-input.tsx";

/** By the keys that lead to the value. */
const sourceNames: Readonly<Record<string, string>> = {
  permanent: "fixed value",
  variable: "variable",
  text: "joined text",
  secret: "stored secret",
  "totp.secret": "code of a secret",
  "totp.variable": "code of a variable",
};

interface Props {
  form: ParameterForm;
  value: unknown;
  /** undefined removes the parameter. */
  change: (value: unknown) => void;
  error?: string | undefined;
}

export function ParameterField({ form, value, change, error }: Props) {
  const { meaning, required } = form;
  const name = form.label.toLowerCase();
  const sources = Object.keys(sourceNames).filter((one) => form.sources.includes(keysOf(one)[0] ?? ""));
  const source = sources.find((one) => valueAt(value, keysOf(one)) !== undefined) ?? sources[0] ?? null;
  const keys = source === null ? [] : keysOf(source);
  const wrapped = valueAt(value, keys);
  const isFixed = source === null || source === "permanent";
  const inner = isFixed ? (wrapped ?? value) : wrapped;
  // A value that the template fixes stands for itself. One that was written in the long form keeps it, which lists do not have.
  function write(next: unknown): void {
    const standsAlone = source === null || (isFixed && (wrapped === undefined || Array.isArray(next)));
    change(standsAlone ? next : withValue({}, keys, next));
  }
  const isSelector = form.value.kind === "selectors" && isFixed;
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
                  names={Object.fromEntries(sources.map((one) => [one, sourceNames[one]]))}
                  choose={(one) => change(one === "permanent" ? "" : withValue({}, keysOf(one), ""))}
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

const keysOf = (source: string): string[] => source.split(".");

interface PickSelectorProps {
  name: string;
  /** Whether it is the element on which the step acts. */
  isActedOn: boolean;
  value: unknown;
  change: (value: unknown) => void;
  children: ReactNode;
}

/** Milliseconds after the last key until a page is asked. */
const restMs = 300;

/**
 * The field of a selector. With a page open, its element can be picked there. What it matches is pointed out while it has the focus; as
 * long as the step's form is open, what the step acts on is, unless another field has the focus since.
 */
function PickSelector({ name, isActedOn, value, change, children }: PickSelectorProps) {
  const pick = usePick();
  const [isFocused, setFocused] = useState(false);
  const [first] = [value].flat();
  const selector = typeof first === "string" && first.trim() !== "" ? first : undefined;
  const isOpen = pick?.isOpen ?? false;
  useEffect(() => {
    if (!isOpen || !(isFocused || isActedOn)) return;
    const timer = setTimeout(() => pick?.seek(selector), restMs);
    return () => clearTimeout(timer);
  }, [isOpen, isFocused, selector]);
  useEffect(() => () => pick?.seek(undefined), []);
  const count = selector === undefined ? undefined : pick?.countOf(selector);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices whether the field has the focus
    <div
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      {children}
      {pick?.isOpen && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-12 text-muted">
          <button
            type="button"
            aria-label={`Pick ${name} on the page`}
            onClick={() => pick.begin((selectors) => change(selectors.length > 1 ? selectors : selectors[0]))}
            className="rounded-field border border-line px-2 py-0.5 text-ink hover:border-muted"
          >
            Pick on the page
          </button>
          {count !== undefined && (
            <span role="status">
              {count === 1 ? "It matches 1 element on the page." : `It matches ${count} elements on the page.`}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

interface SourcedValueProps extends InputProps {
  form: ParameterForm;
  /** Where the value comes from; null: the value stands for itself. */
  source: string | null;
}

function SourcedValue({ form, source, ...props }: SourcedValueProps) {
  switch (source) {
    case "variable":
    case "totp.variable":
      return <VariableInput {...props} />;
    case "text":
      return <ValueInput {...props} form={{ kind: "text" }} />;
    case "secret":
    case "totp.secret":
      return <SecretSelect {...props} />;
    default:
      return <ValueInput {...props} form={form.value} />;
  }
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
