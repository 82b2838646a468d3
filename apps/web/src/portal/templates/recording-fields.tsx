"use client";

import { type ChangeEvent, useState } from "react";
import { Check, Field, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";
import { parseJson } from "./document/json.ts";
import { ProblemList } from "./problem-list.tsx";

export interface RecordingInput {
  recording: unknown;
  /** Variables whose values come later. */
  late: string[];
}

/** Takes a recording as text or as a file, and asks which of the typed texts come later. Typed texts are shown nowhere. */
export function RecordingFields({ change }: { change: (input: RecordingInput | null) => void }) {
  const [text, setText] = useState("");
  const [recording, setRecording] = useState<unknown>();
  const [late, setLate] = useState<string[]>([]);
  const check = trpc.templates.check.useMutation();
  const isBroken = text.trim() !== "" && recording === undefined;

  function read(given: string) {
    const parsed = parseJson(given);
    setText(given);
    setRecording(parsed);
    setLate([]);
    change(null);
    if (parsed === undefined) check.reset();
    // Any name: the template's own is asked for afterwards. Only the latest check calls back.
    else
      check.mutate(
        { recording: parsed, name: "Recording" },
        { onSuccess: ({ problems }) => change(problems.length > 0 ? null : { recording: parsed, late: [] }) },
      );
  }
  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) read(await file.text());
  }
  function toggle(variable: string, isLate: boolean) {
    const next = isLate ? [...late, variable] : late.filter((one) => one !== variable);
    setLate(next);
    change({ recording, late: next });
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
        value={text}
        onChange={({ target }) => read(target.value)}
        placeholder='Or paste it: {"title": "Recording 1", "steps": […]}'
        className="font-mono text-12"
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
            <fieldset>
              <legend className="mb-1.5 font-semibold text-13">Typed texts</legend>
              <p className="mb-2 text-13 text-muted">
                Check those that come later, such as a code from a message: the task waits for them.
              </p>
              <ul className="space-y-1">
                {data.variables.map(({ name }) => (
                  <li key={name}>
                    <Check
                      value={name}
                      checked={late.includes(name)}
                      onChange={({ target }) => toggle(name, target.checked)}
                    >
                      <span className="font-mono text-13">{name}</span> comes later
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
