"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { Check, Field, Form, SubmitButton, TextField, untilLeft } from "../../components/form.tsx";
import { Notice, PageHead, Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";
import { parseJson } from "./document.ts";
import { ProblemList } from "./problem-list.tsx";
import { templatePath } from "./template-path.ts";

/** What a template from scratch begins with, because every template has a step. */
const firstSteps = [{ type: "TAKE_SCREENSHOT" }];

/** Names a new template, and saves its first version: from scratch, or of a recording. */
export function NewTemplate() {
  const router = useRouter();
  const client = trpc.useUtils();
  const [begins, setBegins] = useState<"scratch" | "recording">("scratch");
  const [isRecorded, setRecorded] = useState(false);
  const save = trpc.templates.save.useMutation();

  async function submit(fields: FormData) {
    const name = String(fields.get("name"));
    const recording = parseJson(String(fields.get("recorded")));
    const late = fields.getAll("late").map(String);
    const template = { name, description: "", steps: firstSteps };
    await save.mutateAsync({ ifVersion: 0, ...(begins === "scratch" ? { template } : { recording, late, name }) });
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
          <div className="space-y-4">
            <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
              <legend className="mb-1.5 font-semibold text-13">Start</legend>
              <Choice checked={begins === "scratch"} choose={() => setBegins("scratch")}>
                From scratch
              </Choice>
              <Choice checked={begins === "recording"} choose={() => setBegins("recording")}>
                From a recording
              </Choice>
            </fieldset>
            {begins === "recording" && <RecordingFields change={setRecorded} />}
            <Field
              label="Name"
              name="name"
              required
              maxLength={200}
              placeholder="Download the monthly invoice"
              hint="Tasks use it by this name."
            />
            <SubmitButton variant="main" disabled={begins === "recording" && !isRecorded}>
              Create template
            </SubmitButton>
          </div>
        </Panel>
      </Form>
    </>
  );
}

function Choice({ checked, choose, children }: { checked: boolean; choose: () => void; children: string }) {
  return (
    <Check
      type="radio"
      name="begins"
      checked={checked}
      onChange={choose}
      // Chosen before React hydrated the page, which then sees no event.
      ref={(input) => {
        if (input?.checked && !checked) choose();
      }}
    >
      {children}
    </Check>
  );
}

/** Takes a recording as text or as a file, and asks which of the typed texts come later. Typed texts are shown nowhere. */
function RecordingFields({ change }: { change: (isSound: boolean) => void }) {
  const [text, setText] = useState("");
  const check = trpc.templates.check.useMutation();
  const isBroken = text.trim() !== "" && parseJson(text) === undefined;

  function read(given: string) {
    const recording = parseJson(given);
    setText(given);
    change(false);
    if (recording === undefined) check.reset();
    // Any name: the template's own is asked for afterwards. Only the latest check calls back.
    else check.mutate({ recording, name: "Recording" }, { onSuccess: ({ problems }) => change(problems.length === 0) });
  }
  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) read(await file.text());
  }
  const { data } = check;
  return (
    <div className="space-y-4">
      <Field
        label="Recording file"
        type="file"
        accept="application/json,.json"
        onChange={readFile}
        className="py-2"
        hint="In Chrome: DevTools, Recorder, record what the template should do, then Export as a JSON file."
      />
      <TextField
        label="Recording"
        name="recorded"
        value={text}
        onChange={({ target }) => read(target.value)}
        placeholder='Or paste it: {"title": "Recording 1", "steps": […]}'
        className="font-mono"
        error={isBroken ? "This is not JSON. Choose or paste the whole file that Recorder exported." : undefined}
        spellCheck={false}
      />
      {check.error && <Notice tone="failed">{check.error.message}</Notice>}
      {data && data.problems.length > 0 && <ProblemList problems={data.problems} />}
      {data?.template && (
        <>
          <p className="text-13 text-muted">
            {data.template.steps.length} steps. What was typed is not stored: each task brings its own values.
          </p>
          {data.variables.length > 0 && (
            <fieldset key={text}>
              <legend className="mb-1.5 font-semibold text-13">Typed texts</legend>
              <p className="mb-2 text-13 text-muted">
                Select the values that somebody will answer later, such as a code from a message. The task waits for
                them.
              </p>
              <ul className="space-y-1">
                {data.variables.map(({ name }) => (
                  <li key={name}>
                    <Check name="late" value={name}>
                      <span className="font-mono text-13">{name}</span>
                    </Check>
                  </li>
                ))}
              </ul>
            </fieldset>
          )}
          {data.warnings.length > 0 && <ProblemList problems={data.warnings} tone="waits" />}
        </>
      )}
    </div>
  );
}
