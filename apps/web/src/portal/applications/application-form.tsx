"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field, Form, SubmitButton, TextField, untilLeft } from "../../components/form.tsx";
import { trpc } from "../../trpc/client.tsx";
import { useUnsavedWarning } from "../use-unsaved-warning.ts";

const names = ["name", "description", "homepage", "downloadUrl", "version"] as const;

type ApplicationValues = Record<(typeof names)[number], string> & { links: LinkValues[] };

interface Props {
  values: ApplicationValues;
  /** Sends what was changed here. The rest may have been changed in another tab meanwhile. */
  submit: (changed: Partial<ApplicationValues>) => Promise<unknown>;
  /** The button's text. */
  action: string;
  /** Without what can be added later. */
  brief?: boolean;
}

export function ApplicationForm({ values, submit, action, brief = false }: Props) {
  const [typed, setTyped] = useState(values);
  const [busy, setBusy] = useState(false);
  // The server writes some values in its own way, such as an address with a slash at its end.
  const [base, setBase] = useState(values);
  const edited = !isSame(typed, base);
  // Until the response, the form keeps what was entered.
  useUnsavedWarning(edited && !busy);
  async function send(fields: FormData) {
    // Read again: what was typed before React hydrated the page fired no event.
    const entered = { ...typed, ...textsOf(fields) };
    setTyped(entered);
    setBusy(true);
    await submit(changesOf(entered, base)).finally(() => setBusy(false));
    setBase(entered);
  }
  return (
    <Form
      submit={send}
      keepsValues
      done={edited ? undefined : "Saved."}
      onInput={({ currentTarget }) => setTyped({ ...typed, ...textsOf(new FormData(currentTarget)) })}
      className="max-w-xl space-y-5"
    >
      <Field label="Name" name="name" defaultValue={values.name} required maxLength={100} />
      <TextField
        label="Description"
        name="description"
        defaultValue={values.description}
        rows={brief ? 4 : 8}
        maxLength={10_000}
        hint="Shown on the public page. Markdown: # heading, **bold**, - list, `code`, [link](https://…). HTML and pictures in it are shown as text."
      />
      <Field label="Homepage" name="homepage" type="url" defaultValue={values.homepage} placeholder="https://" />
      <Field
        label="Download URL"
        name="downloadUrl"
        type="url"
        defaultValue={values.downloadUrl}
        placeholder="https://"
        hint="Where the download link on the public page leads. Clicks are counted."
      />
      {!brief && (
        <>
          <Field
            label="Version"
            name="version"
            defaultValue={values.version}
            maxLength={40}
            hint="The version of the download, such as 2.4.1."
          />
          <LinkFields links={typed.links} change={(links) => setTyped((before) => ({ ...before, links }))} />
        </>
      )}
      <SubmitButton variant="main">{action}</SubmitButton>
    </Form>
  );
}

/** The texts of a form's own fields, as they are now. */
const textsOf = (fields: FormData): Partial<ApplicationValues> =>
  Object.fromEntries(names.filter((name) => fields.has(name)).map((name) => [name, String(fields.get(name))]));

const changesOf = (values: ApplicationValues, base: ApplicationValues): Partial<ApplicationValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !isSame({ ...base, [name]: values[name as keyof typeof values] }, base)),
  );

/** Whether values are the same but for spaces around them, which the server drops. */
function isSame(some: ApplicationValues, others: ApplicationValues): boolean {
  const texts = ({ links, ...rest }: ApplicationValues) =>
    JSON.stringify([names.map((name) => rest[name].trim()), links.map(({ label, url }) => [label.trim(), url.trim()])]);
  return texts(some) === texts(others);
}

interface LinkValues {
  label: string;
  url: string;
}

const maxLinks = 6;

/** The links of the public page: each with a label and an address, removed and added one by one. */
function LinkFields({ links, change }: { links: LinkValues[]; change: (links: LinkValues[]) => void }) {
  const set = (index: number, part: Partial<LinkValues>) =>
    change(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-13">Links</legend>
      {links.length === 0 && (
        <p className="mb-3 text-13 text-muted">None yet. Add the manual, the source code or a page for support.</p>
      )}
      <ul className="space-y-4">
        {links.map(({ label, url }, index) => (
          <li key={index} className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
            <Field
              label={`Label of link ${index + 1}`}
              name={`label of link ${index + 1}`}
              value={label}
              onChange={({ target }) => set(index, { label: target.value })}
              required
              maxLength={40}
            />
            <Field
              label={`URL of link ${index + 1}`}
              name={`url of link ${index + 1}`}
              type="url"
              value={url}
              onChange={({ target }) => set(index, { url: target.value })}
              required
              placeholder="https://"
            />
            <Button
              variant="quiet"
              className="justify-self-start sm:mt-6.5"
              aria-label={`Remove link ${index + 1}`}
              onClick={() => change(links.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {links.length < maxLinks && (
        <Button size="small" className="mt-3" onClick={() => change([...links, { label: "", url: "" }])}>
          Add a link
        </Button>
      )}
    </fieldset>
  );
}

const empty = { name: "", description: "", homepage: "", downloadUrl: "", version: "", links: [] };

export function NewApplication() {
  const router = useRouter();
  const create = trpc.applications.create.useMutation();
  async function submit(values: Partial<ApplicationValues>) {
    const { softId } = await create.mutateAsync({ ...empty, ...values, published: true });
    router.push(`/dashboard/apps/${softId}`);
    return untilLeft();
  }
  return <ApplicationForm brief values={empty} submit={submit} action="Register and publish" />;
}
