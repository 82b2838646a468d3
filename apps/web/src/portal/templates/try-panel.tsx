import { isObject } from "@gatepost/contract/json-value";
import type { Problem } from "@gatepost/contract/problems";
import { isOtherSelectorNote } from "@gatepost/contract/step-sentence";
import { useEffect, useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { Field, Form, FormProblem, SubmitButton, Switch, TextField } from "../../components/form.tsx";
import { Notice, Panel, Skeleton } from "../../components/panel.tsx";
import { StateBadge } from "../../components/task-labels.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, itemsOf, trpc } from "../../trpc/client.tsx";
import { TimelineSteps } from "../tasks/timeline.tsx";
import { useLiveTask } from "../tasks/use-live-task.ts";
import { WaitPanel } from "../tasks/wait-panel.tsx";
import { type JsonObject, parseJson } from "./document.ts";
import { enteredVariables, type GivenValues, type OnFailure } from "./given-values.ts";
import { keepWebsite, readWebsite } from "./kept-website.ts";
import { PickedPage } from "./pick/picked-page.tsx";
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
export function TryPanel(props: Props) {
  const { document, checked } = props;
  const name = String(document.name ?? "");
  const [address, setAddress] = useState(() => readWebsite(name));
  const [values, setValues] = useState<GivenValues>(new Map());
  const [onFailure, setOnFailure] = useState<OnFailure>();
  const [keepsOpen, setKeepsOpen] = useState(false);
  const [attempt, renew] = useAttempt();
  const create = trpc.tasks.create.useMutation({ onSuccess: renew });
  const isSound = checked?.template != null;

  const submit = (fields: FormData) => {
    const settings = settingsIn(fields);
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
          <LiveRun {...props} taskId={create.data.taskId} run={create.variables} />
        </div>
      )}
    </div>
  );
}

interface LiveRunProps extends Props {
  taskId: number;
  /** What runs. The draft may have been changed since. */
  run: { template?: object | undefined; keepsOpen?: boolean | undefined };
}

function LiveRun({ taskId, run: { template, keepsOpen }, document, checked, open, editStep, warn }: LiveRunProps) {
  const isOfDocument = template === document;
  const { task: followed, timeline } = useLiveTask(taskId);
  const { data: task, error } = followed;
  useEffect(
    () => warn(isOfDocument ? warningsOf(itemsOf(timeline.data) ?? []) : []),
    [timeline.data, isOfDocument, warn],
  );
  const steps = itemsOf(timeline.data) ?? [];
  const cancel = trpc.tasks.cancel.useMutation();
  if (error && !task) return <Notice tone="failed">{error.message}</Notice>;
  if (!task) return <Skeleton className="h-40 w-full" />;
  const isOver = task.endedAt !== null;
  const last = steps.at(-1);
  const awaited = isOver ? [] : task.variables.filter(({ awaitedAt, state }) => awaitedAt && state !== "taken");
  return (
    <section aria-label="Run">
      <Panel
        title={<StateBadge state={task.state} />}
        actions={
          isOver ? (
            <PageLink href={`/dashboard/tasks/${taskId}`}>Task {taskId}</PageLink>
          ) : (
            <ActionButton size="small" variant="danger" act={() => cancel.mutateAsync({ taskId })}>
              Cancel
            </ActionButton>
          )
        }
      >
        {/* Above the page and the steps, so that it stays in sight however many there are. */}
        {awaited.map((variable) => (
          <WaitPanel key={`${variable.name} ${variable.attempt}`} taskId={taskId} variable={variable} inList />
        ))}
        {keepsOpen && last && !isOver && (
          <PickedPage
            taskId={taskId}
            failed={last.outcome === "failed" ? last.place : undefined}
            document={document}
            isSound={checked?.template != null}
            likely={open?.replace(/^steps\./, "") ?? last.place}
          />
        )}
        {steps.length === 0 && !isOver && <p className="text-13 text-muted">In the queue.</p>}
        <TimelineSteps
          taskId={taskId}
          steps={steps}
          more={timeline}
          // The live page shows the same.
          pictured={isOver || !keepsOpen ? steps.findLast(({ hasPicture }) => hasPicture) : undefined}
          showsAll
          editStep={editStep}
        />
        {task.errorCode && (
          <Notice tone="failed">
            <span className="font-mono text-13">{task.errorCode}</span>: {task.errorDescription}
          </Notice>
        )}
      </Panel>
    </section>
  );
}

/** The steps whose first selector matched nothing, so that the page has probably changed. */
const warningsOf = (steps: readonly Answers["tasks"]["timeline"]["items"][number][]): Problem[] =>
  steps.flatMap(({ place, note }) =>
    note && isOtherSelectorNote(note) ? [{ path: `steps.${place}`, message: `In the latest run: ${note}` }] : [],
  );

/** The browser of the run, collapsed: most runs need none of it. */
function MoreSettings() {
  return (
    <details className="rounded-field border border-line">
      <summary className="cursor-pointer rounded-field px-3 py-2 font-semibold text-13">More settings</summary>
      <div className="space-y-4 border-line border-t p-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="HTTP user name"
            name="username"
            autoComplete="off"
            spellCheck={false}
            hint="If the browser itself asks for a name and a password."
          />
          <Field label="HTTP password" name="password" type="password" autoComplete="new-password" />
        </div>
        <TextField
          label="The browser, as JSON"
          name="settings"
          spellCheck={false}
          placeholder='{"viewport": {"width": 390, "height": 844}, "locale": "pt-PT"}'
          hint="As in createTask: viewport, locale, timezone, geolocation, cookies and engine."
          className="font-mono"
        />
      </div>
    </details>
  );
}

function settingsIn(fields: FormData): Record<string, unknown> {
  const [text = "", username = "", password = ""] = ["settings", "username", "password"].map((name) =>
    String(fields.get(name)),
  );
  const settings = text.trim() === "" ? {} : parseJson(text);
  if (!isObject(settings)) throw new FormProblem("This is not a JSON object.", "settings");
  return username === "" ? settings : { ...settings, httpAuth: { username, password } };
}
