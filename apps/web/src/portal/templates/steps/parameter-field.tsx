"use client";

import type { ParameterForm } from "@gatepost/contract/step-forms";
import { useId } from "react";
import { inputClass } from "../../../components/input-class.ts";
import { isObject } from "../document/json.ts";
import { SourcedValue } from "./sourced-value.tsx";

/** The labels of the sources of a value. */
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

/** One parameter: where its value comes from, and the value. */
export function ParameterField({ form, value, change, error }: Props) {
  const id = useId();
  const { name, meaning, required, sources } = form;
  const source = sourceOf(form, value);
  const isWrapped = source !== null && isObject(value) && Object.hasOwn(value, source);
  const inner = isWrapped ? value[source] : source === null || source === "permanent" ? value : undefined;
  // A value that the template fixes stands for itself. One that was written in the long form keeps it, which lists do not have.
  function written(next: unknown): unknown {
    const standsAlone = source === null || (source === "permanent" && (!isWrapped || Array.isArray(next)));
    return standsAlone ? next : { [source]: next };
  }
  const described = [meaning && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-mono text-12">
          {name}
        </label>
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
      </div>
      <div className="flex flex-wrap gap-2">
        {sources.length > 1 && (
          <div className="w-40">
            <select
              aria-label={`Source of ${name}`}
              value={source ?? ""}
              onChange={({ target }) => change(initialValue(target.value))}
              className={`${inputClass} h-9 text-13`}
            >
              {source === null && <option value="">choose</option>}
              {sources.map((one) => (
                <option key={one} value={one}>
                  {sourceNames[one] ?? one}
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="min-w-40 flex-1">
          <SourcedValue
            key={source}
            id={id}
            form={form}
            source={source}
            value={inner}
            change={(next) => change(written(next))}
            aria-describedby={described}
            aria-invalid={error === undefined ? undefined : true}
          />
        </div>
      </div>
      {meaning && (
        <p id={`${id}-hint`} className="mt-1 text-12 text-muted">
          {meaning.replaceAll("`", "")}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-13 text-failed">
          {error}
        </p>
      )}
    </div>
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
