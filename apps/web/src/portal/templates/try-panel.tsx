import type { Problem } from "@gatepost/contract/problems";
import { useEffect, useState } from "react";
import { Field, Form, SelectField, SubmitButton, Switch, TextField } from "../../components/form.tsx";
import { trpc } from "../../trpc/client.tsx";
import { type JsonObject, parseJson } from "./document.ts";
import {
  type EnteredSettings,
  enteredVariables,
  type GivenValues,
  noSettings,
  type OnFailure,
  settingsEntered,
} from "./given-values.ts";
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
  /** Called with what a run of this very document has shown about its steps. */
  warn: (warnings: Problem[]) => void;
}

/** A run is below the form, where it would not be seen. */
const scrollTo = (run: HTMLElement | null) => run?.scrollIntoView();

/** Runs the document as it is in the editor, saved or not, as a task of the account. */
export function TryPanel({ document, checked, open, editStep, warn }: Props) {
  const client = trpc.useUtils();
  const name = String(document.name ?? "");
  const [address, setAddress] = useState(() => readWebsite(name));
  const [values, setValues] = useState<GivenValues>(new Map());
  const [settings, setSettings] = useState(noSettings);
  const [onFailure, setOnFailure] = useState<OnFailure>();
  const [keepsOpen, setKeepsOpen] = useState(false);
  const [attempt, renew] = useAttempt();
  const create = trpc.tasks.create.useMutation({
    onSuccess() {
      renew();
      return client.account.me.invalidate();
    },
  });
  const [found, setFound] = useState<Problem[]>([]);
  const isTried = create.variables?.template === document;
  useEffect(() => warn(isTried ? found : []), [isTried, found, warn]);
  const isSound = checked?.template != null;

  const submit = () => {
    keepWebsite(name, address.trim());
    return create.mutateAsync({
      template: document,
      websiteURL: address.trim(),
      settings: settingsEntered(settings),
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
        <MoreSettings entered={settings} change={setSettings} />
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
            warn={setFound}
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
function MoreSettings({ entered, change }: { entered: EnteredSettings; change: (to: EnteredSettings) => void }) {
  const field = (name: keyof EnteredSettings) => ({
    value: entered[name],
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change({ ...entered, [name]: target.value }),
  });
  const count = Object.values(entered).filter((value) => value.trim() !== "").length;
  const isBroken = entered.cookies.trim() !== "" && parseJson(entered.cookies) === undefined;
  return (
    <details className="rounded-field border border-line">
      <summary className="cursor-pointer rounded-field px-3 py-2 font-semibold text-13">
        More settings
        {count > 0 && <span className="font-normal text-muted"> · {count} set</span>}
      </summary>
      <div className="space-y-4 border-line border-t p-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Window width" type="number" placeholder="1280" {...field("width")} />
          <Field label="Window height" type="number" placeholder="720" {...field("height")} />
          <Field label="Locale" placeholder="pt-PT" {...field("locale")} />
          <Field label="Time zone" placeholder="Europe/Lisbon" {...field("timezone")} />
          <Field label="Latitude" type="number" step="any" placeholder="38.7223" {...field("latitude")} />
          <Field label="Longitude" type="number" step="any" placeholder="-9.1393" {...field("longitude")} />
          <Field label="Browser sign-in: user name" {...field("username")} />
          <Field label="Browser sign-in: password" type="password" {...field("password")} />
        </div>
        <TextField
          label="Cookies"
          rows={3}
          {...field("cookies")}
          placeholder='[{"name": "consent", "value": "yes"}]'
          hint="A list of cookies as JSON, in the format of solution.cookieJar."
          error={isBroken ? "This is not JSON." : undefined}
        />
        <SelectField
          label="Browser"
          {...field("engine")}
          options={{ "": "As the template says", shell: "Headless shell", full: "Full browser" }}
        />
      </div>
    </details>
  );
}
