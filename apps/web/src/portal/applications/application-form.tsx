"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { useUnsavedEdits } from "../../components/unsaved-edits.ts";

interface ApplicationValues {
  name: string;
  description: string;
  homepage: string;
  downloadUrl: string;
}

const names = ["name", "description", "homepage", "downloadUrl"] as const;

function valuesOf(form: FormData): ApplicationValues {
  const text = (name: keyof ApplicationValues) => String(form.get(name) ?? "");
  return {
    name: text("name"),
    description: text("description"),
    homepage: text("homepage"),
    downloadUrl: text("downloadUrl"),
  };
}

/** An application's details, to create or change them. */
export function ApplicationForm({
  values,
  submit,
  action,
  busy,
  problem,
  saved = false,
}: {
  values: ApplicationValues;
  submit: (values: ApplicationValues) => void;
  /** The button's text. */
  action: string;
  busy: boolean;
  problem: string | undefined;
  saved?: boolean;
}) {
  const [typed, setTyped] = useState(values);
  const edited = names.some((name) => typed[name].trim() !== values[name].trim());
  // Until the response, the form keeps what was entered.
  useUnsavedEdits(edited && !busy);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(typed);
  }
  return (
    <form
      onSubmit={send}
      onInput={({ currentTarget }) => setTyped(valuesOf(new FormData(currentTarget)))}
      className="max-w-xl space-y-5"
    >
      {problem && <Notice tone="failed">{problem}</Notice>}
      {saved && !problem && !edited && <Notice tone="ready">Saved.</Notice>}
      <Field label="Name" name="name" defaultValue={values.name} required maxLength={100} />
      <TextField
        label="Description"
        name="description"
        defaultValue={values.description}
        maxLength={2_000}
        hint="Shown on the public page."
      />
      <Field label="Homepage" name="homepage" type="url" defaultValue={values.homepage} placeholder="https://" />
      <Field
        label="Download address"
        name="downloadUrl"
        type="url"
        defaultValue={values.downloadUrl}
        placeholder="https://"
        hint="Where the download link on the public page leads. Clicks are counted."
      />
      <Button type="submit" variant="main" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
