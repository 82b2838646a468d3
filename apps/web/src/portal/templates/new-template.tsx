"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { Check, Field, Form, SubmitButton, untilLeft } from "../../components/form.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { PageHead, Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";
import { parseJson } from "./document.ts";
import { ProblemList } from "./problem-list.tsx";
import { templatePath } from "./template-path.ts";
import type { Checked } from "./use-document.ts";

/** What a template from scratch begins with, because every template has a step. */
const firstSteps = [{ type: "TAKE_SCREENSHOT" }];

/** Names a new template, and saves its first version: from scratch, or of a recording. */
export function NewTemplate() {
  const router = useRouter();
  const client = trpc.useUtils();
  const [recording, setRecording] = useState<unknown>();
  const check = trpc.templates.check.useMutation();
  const save = trpc.templates.save.useMutation();
  const isRecorded = recording !== undefined;
  const problem =
    recording === null ? "This is not JSON. Choose the file that Recorder exported." : check.error?.message;

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    check.reset();
    const given = file && (parseJson(await file.text()) ?? null);
    setRecording(given);
    // Any name: the template's own is asked for afterwards.
    if (given) check.mutate({ recording: given, name: "Recording" });
  }
  async function submit(fields: FormData) {
    const name = String(fields.get("name"));
    const late = fields.getAll("late").map(String);
    const template = { name, description: "", steps: firstSteps };
    await save.mutateAsync({ ifVersion: 0, ...(isRecorded ? { recording, late, name } : { template }) });
    // There may have been another template of this name.
    void client.templates.get.reset({ name: name.trim() });
    router.push(templatePath(name.trim()));
    return untilLeft();
  }
  return (
    <>
      <PageHead title="New template">
        To begin from a built-in one, copy it from the <PageLink href="/dashboard/templates">templates</PageLink>.
      </PageHead>
      <Form submit={submit} className="max-w-2xl">
        <Panel>
          <Field
            label="Name"
            name="name"
            required
            maxLength={200}
            placeholder="Download the monthly invoice"
            hint="Tasks use it by this name."
          />
          <Field
            label="Recording (optional)"
            type="file"
            accept="application/json,.json"
            // What is chosen before React hydrated the page would not be read.
            disabled={!useHydrated()}
            onChange={read}
            className="py-2"
            hint="In Chrome: DevTools, Recorder, record what the template should do, then Export as a JSON file. Without it, the template begins from scratch."
            error={problem}
          />
          {isRecorded && check.data && <Recorded checked={check.data} />}
          <SubmitButton variant="main" disabled={isRecorded && check.data?.template == null}>
            Create template
          </SubmitButton>
        </Panel>
      </Form>
    </>
  );
}

/** What a recording becomes, and which of the typed texts come later. Typed texts are shown nowhere. */
function Recorded({ checked: { problems, template, variables, warnings } }: { checked: Checked }) {
  if (!template) return <ProblemList problems={problems} />;
  return (
    <>
      <p className="text-13 text-muted">
        {template.steps.length} steps. What was typed is not stored: each task brings its own values.
      </p>
      {variables.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-semibold text-13">Typed texts</legend>
          <p className="mb-2 text-13 text-muted">
            Select the values that somebody will answer later, such as a code from a message. The task waits for them.
          </p>
          <ul className="space-y-1">
            {variables.map(({ name }) => (
              <li key={name}>
                <Check name="late" value={name}>
                  <span className="font-mono text-13">{name}</span>
                </Check>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {warnings.length > 0 && <ProblemList problems={warnings} tone="waits" />}
    </>
  );
}
