"use client";

import type { FormEvent } from "react";
import { Button } from "../../components/button.tsx";
import { Field, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";

export interface ApplicationValues {
  name: string;
  description: string;
  homepage: string;
  downloadUrl: string;
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
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    submit({
      name: text("name"),
      description: text("description"),
      homepage: text("homepage"),
      downloadUrl: text("downloadUrl"),
    });
  }
  return (
    <form onSubmit={send} className="max-w-xl space-y-5">
      {problem && <Notice tone="failed">{problem}</Notice>}
      {saved && !problem && <Notice tone="ready">Saved.</Notice>}
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
