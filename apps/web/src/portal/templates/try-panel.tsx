import { isObject } from "@gatepost/contract/json-value";
import { useState } from "react";
import { Form, FormProblem, SubmitButton, Switch, TextField } from "../../components/form.tsx";
import { trpc } from "../../trpc/client.tsx";
import { type JsonObject, parseJson } from "./document.ts";
import { enteredVariables, type GivenValues, type OnFailure } from "./given-values.ts";
import { keepWebsite, readWebsite } from "./kept-website.ts";
import { LiveRun } from "./live-run.tsx";
import type { Checked } from "./use-document.ts";
import { OnFailureField, RunCost, useAttempt, ValueFields, WebsiteField } from "./value-fields.tsx";

interface Props {
  document: JsonObject;
  /** The result of checking it; null while it is not known. */
  checked: Checked | null;
  /** The step whose form is open in the editor. */
  open: string | null;
  editStep: (path: string) => void;
}

/** A run is below the form, where it would not be seen. */
const scrollTo = (run: HTMLElement | null) => run?.scrollIntoView();

/** Runs the document as it is in the editor, saved or not, as a task of the account. */
export function TryPanel({ document, checked, open, editStep }: Props) {
  const client = trpc.useUtils();
  const name = String(document.name ?? "");
  const [address, setAddress] = useState(() => readWebsite(name));
  const [values, setValues] = useState<GivenValues>(new Map());
  const [onFailure, setOnFailure] = useState<OnFailure>();
  const [keepsOpen, setKeepsOpen] = useState(false);
  const [attempt, renew] = useAttempt();
  const create = trpc.tasks.create.useMutation({
    onSuccess() {
      renew();
      return client.account.me.invalidate();
    },
  });
  const isSound = checked?.template != null;

  const submit = (fields: FormData) => {
    const settings = settingsIn(String(fields.get("settings")));
    keepWebsite(name, address.trim());
    return create.mutateAsync({
      template: document,
      websiteURL: address.trim(),
      settings,
      onFailure,
      keepsOpen,
      variables: enteredVariables(checked?.variables ?? [], values),
      attempt,
    });
  };
  return (
    <div className="space-y-4">
      <Form submit={submit} keepsValues className="space-y-4 rounded-panel border border-line bg-panel p-4">
        <WebsiteField value={address} change={setAddress} />
        {checked && checked.variables.length > 0 && (
          <ValueFields variables={checked.variables} values={values} change={setValues} />
        )}
        <OnFailureField chosen={onFailure} ofTemplate={document.onFailure} change={setOnFailure} />
        <MoreSettings />
        <Switch name="Keep the page open" isOn={keepsOpen} turn={setKeepsOpen}>
          Keep the page open afterwards, to pick elements and to continue on it
        </Switch>
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton variant="main" disabled={!isSound}>
            Run
          </SubmitButton>
          <p className="text-13 text-muted">{isSound ? <RunCost /> : "Correct the problems first."}</p>
        </div>
      </Form>
      {create.data && (
        <div key={create.data.taskId} ref={scrollTo} className="scroll-mt-20">
          <LiveRun
            taskId={create.data.taskId}
            editStep={editStep}
            keepsOpen={create.variables?.keepsOpen === true}
            document={document}
            isSound={isSound}
            open={open}
          />
        </div>
      )}
    </div>
  );
}

/** The browser of the run, collapsed: most runs need none of it. */
function MoreSettings() {
  return (
    <details className="rounded-field border border-line">
      <summary className="cursor-pointer rounded-field px-3 py-2 font-semibold text-13">More settings</summary>
      <div className="border-line border-t p-3">
        <TextField
          label="The browser, as JSON"
          name="settings"
          spellCheck={false}
          placeholder='{"viewport": {"width": 390, "height": 844}, "locale": "pt-PT"}'
          hint="As in createTask: viewport, locale, timezone, geolocation, httpAuth, cookies and engine."
          className="font-mono"
        />
      </div>
    </details>
  );
}

function settingsIn(text: string): Record<string, unknown> {
  const settings = text.trim() === "" ? {} : parseJson(text);
  if (isObject(settings)) return settings;
  throw new FormProblem("This is not a JSON object.", "settings");
}
