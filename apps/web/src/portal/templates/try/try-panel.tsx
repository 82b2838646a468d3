"use client";

import { type FormEvent, useState } from "react";
import { Field } from "../../../components/field.tsx";
import { Form } from "../../../components/form.tsx";
import { SubmitButton } from "../../../components/submit-button.tsx";
import { dollars } from "../../../format/money.ts";
import { trpc } from "../../../trpc/client.tsx";
import type { JsonObject } from "../document/json.ts";
import type { Checked } from "../use-check.ts";
import { noSettings, settingsEntered } from "./browser-settings.ts";
import { enteredVariables, type GivenValues } from "./given-values.ts";
import { LiveRun } from "./live-run.tsx";
import { MoreSettings } from "./more-settings.tsx";
import { ValueFields } from "./value-fields.tsx";

interface Props {
  document: JsonObject;
  /** The result of checking it; null while it is not known. */
  checked: Checked | null;
  editStep: (place: string) => void;
}

/** Runs the document as it is in the editor, saved or not, as a task of the account. */
export function TryPanel({ document, checked, editStep }: Props) {
  const client = trpc.useUtils();
  const { data: me } = trpc.account.me.useQuery();
  const [address, setAddress] = useState("");
  const [values, setValues] = useState<GivenValues>(new Map());
  const [settings, setSettings] = useState(noSettings);
  const create = trpc.tasks.create.useMutation({ onSuccess: () => client.account.me.invalidate() });
  const isSound = checked?.template != null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || !checked) return;
    create.mutate({
      ...{ template: document, websiteURL: address.trim(), settings: settingsEntered(settings) },
      variables: enteredVariables(checked.variables, values),
    });
  }
  return (
    <div className="space-y-4">
      <Form error={create.error} onSubmit={submit} className="space-y-4 rounded-panel border border-line bg-panel p-4">
        <Field
          label="Website URL"
          type="url"
          required
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          placeholder="https://example.com/login"
          hint="The page that the browser opens first."
        />
        {checked && checked.variables.length > 0 && (
          <ValueFields variables={checked.variables} values={values} change={setValues} />
        )}
        <MoreSettings entered={settings} change={setSettings} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton variant="main" busy={create.isPending} disabled={!isSound}>
            Run
          </SubmitButton>
          <p className="text-13 text-muted">
            {!isSound
              ? "Correct the problems first."
              : me &&
                `Costs ${dollars(me.bid)} if it becomes ready, like any task. ${dollars(me.available)} available.`}
          </p>
        </div>
      </Form>
      {create.data && <LiveRun key={create.data.taskId} taskId={create.data.taskId} editStep={editStep} />}
    </div>
  );
}
