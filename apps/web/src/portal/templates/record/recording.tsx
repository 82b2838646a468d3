import type { LiveRecording } from "@gatepost/contract/live";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field, FieldFrame, Form, SubmitButton, untilLeft } from "../../../components/form.tsx";
import { LoadError, Notice, PageHead, Skeleton } from "../../../components/panel.tsx";
import { trpc } from "../../../trpc/client.tsx";
import type { LiveConnection } from "../../live/live-connection.ts";
import { LivePage } from "../../live/live-page.tsx";
import { useLiveTask } from "../../tasks/use-live-task.ts";
import { useUnsavedWarning } from "../../use-unsaved-warning.ts";
import { type JsonObject, withValue } from "../document.ts";
import { keepWebsite } from "../kept-website.ts";
import { stepsAt } from "../steps/edit-steps.ts";
import { SecretSelect } from "../steps/parameter-field.tsx";
import { StepsView } from "../steps/steps-view.tsx";
import { templatePath } from "../template-path.ts";
import { useCheck, useEditing } from "../use-document.ts";
import { variableLabels } from "../variable-labels.ts";
import { follow, typingSecrets } from "./recorded-steps.ts";

/** A page that does not answer holds up saving no longer. */
const completeMs = 10_000;
const empty = { name: "Recording", description: "", steps: [] };

interface Props {
  taskId: number;
  websiteURL: string;
  /** What to enter on the website. */
  hint: ReactNode;
}

/** The page of a recording's task beside the steps that what is done there has become, which can be changed. */
export function Recording({ taskId, websiteURL, hint }: Props) {
  const router = useRouter();
  const client = trpc.useUtils();
  const { data: task, error } = useLiveTask(taskId).task;
  const cancel = trpc.tasks.cancel.useMutation();
  const save = trpc.templates.save.useMutation();
  const edited = useEditing(empty);
  const document = edited.document ?? empty;
  const { checked } = useCheck(edited.document);
  const [open, setOpen] = useState<string | null>(null);
  const [connection, setConnection] = useState<LiveConnection>();
  const { recording, secrets, choose, complete } = useRecording(connection, document, (steps) =>
    edited.setDocument(withValue(document, ["steps"], steps), null),
  );
  const count = stepsAt(document, ["steps"]).length;
  useUnsavedWarning(count > 0 && !save.isSuccess);
  useEndWhenLeft(taskId);

  async function submit(entered: FormData) {
    const name = String(entered.get("name")).trim();
    const steps = [...((await complete()) ?? stepsAt(document, ["steps"])), { type: "TAKE_SCREENSHOT" }];
    const template = { name, description: recording?.description ?? "", steps };
    await save.mutateAsync({ template, ifVersion: 0 });
    keepWebsite(name, websiteURL);
    // It ends by itself where this fails.
    await cancel.mutateAsync({ taskId }).catch(() => {});
    void client.templates.get.reset({ name });
    router.push(templatePath(name));
    return untilLeft();
  }
  if (error && !task) return <LoadError message={error.message} retry={() => location.reload()} />;
  return (
    <>
      <PageHead
        title="Record a template"
        actions={
          <>
            <Button unavailable={!edited.canUndo} onClick={edited.undo}>
              Undo
            </Button>
            <Button unavailable={!edited.canRedo} onClick={edited.redo}>
              Redo
            </Button>
          </>
        }
      >
        <span role="status">
          {recording ? "Recording: what you do on the page becomes steps." : "Opening the browser…"}
        </span>
        {hint}
      </PageHead>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="min-w-0 lg:sticky lg:top-4">
          {task?.endedAt ? (
            <Notice tone="failed">
              {task.errorDescription || "The browser is closed."} The steps are still here, and can be saved.
            </Notice>
          ) : task?.state === "waiting" ? (
            <LivePage opening={{ taskId }} attach={setConnection} isRecorded />
          ) : (
            <Skeleton className="aspect-video w-full" />
          )}
        </div>
        <div className="min-w-0 space-y-4">
          {count === 0 && <p className="text-muted">No steps yet. Click and type on the page.</p>}
          <NewestInView count={count}>
            <StepsView
              edited={edited}
              document={document as JsonObject}
              checked={count > 0 ? checked : null}
              open={open}
              setOpen={setOpen}
            />
          </NewestInView>
          {recording?.warnings.map((warning) => (
            <Notice key={warning} tone="waits">
              {warning}
            </Notice>
          ))}
          {recording && <Passwords names={recording.passwords} secrets={secrets} choose={choose} />}
          <Form submit={submit} keepsValues className="space-y-4 rounded-panel border border-line bg-panel p-4">
            <Field label="Name" name="name" required maxLength={200} hint="Tasks use the template by this name." />
            <SubmitButton variant="main" disabled={count === 0}>
              Save as template
            </SubmitButton>
          </Form>
        </div>
      </div>
    </>
  );
}

/** Cancels the recording's task when its page is left, reloaded or closed: it would keep a browser for an hour. */
function useEndWhenLeft(taskId: number): void {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    // An ordinary call would end with the page.
    const end = () => {
      const body = new Blob([JSON.stringify({ json: { taskId } })], { type: "application/json" });
      navigator.sendBeacon("/api/trpc/tasks.cancel", body);
    };
    addEventListener("pagehide", end);
    return () => {
      isHere.current = false;
      removeEventListener("pagehide", end);
      // During development, React ends every effect once and begins it again.
      setTimeout(() => isHere.current || end());
    };
  }, [taskId]);
}

/** Takes the page over, has what is done there recorded, and passes the steps on as they change. */
function useRecording(connection: LiveConnection | undefined, document: unknown, change: (steps: unknown[]) => void) {
  const [recording, setRecording] = useState<LiveRecording>();
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const followed = useRef<unknown[]>([]);
  const completed = useRef<(steps: unknown[]) => void>(undefined);
  useEffect(() => {
    if (!connection) return;
    connection.onAnswer = (answer) => {
      if (answer.type === "recording") setRecording(answer);
    };
    const ask = () => {
      const { status, state } = connection.snapshot();
      if (status !== "live" || !state) return;
      if (!state.controller && !state.isTaking) connection.send({ type: "take" });
      if (state.controller?.isYou && !state.records) connection.send({ type: "record" });
    };
    ask();
    return connection.subscribe(ask);
  }, [connection]);
  const followOn = useEffectEvent((recorded: LiveRecording["steps"]) => {
    const before = followed.current;
    followed.current = typingSecrets(recorded, secrets);
    const steps = stepsAt(document, ["steps"]);
    const next = follow(steps, before, followed.current);
    if (JSON.stringify(next) !== JSON.stringify(steps)) change(next);
    return next;
  });
  useEffect(() => {
    if (!recording) return;
    const steps = followOn(recording.steps);
    if (recording.isComplete) completed.current?.(steps);
  }, [recording, secrets]);
  /** Resolves with the steps of everything that was done until now; with undefined if nothing is recorded any more. */
  const complete = () =>
    new Promise<unknown[] | undefined>((resolve) => {
      const { status, state } = connection?.snapshot() ?? {};
      if (!connection || status !== "live" || !state?.records) return resolve(undefined);
      completed.current = resolve;
      connection.send({ type: "record" });
      setTimeout(resolve, completeMs);
    });
  const choose = (name: string, secret: string) =>
    setSecrets(new Map([...secrets, [name, secret] as const].filter(([, one]) => one !== "")));
  return { recording, secrets, choose, complete };
}

function NewestInView({ count, children }: { count: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = box.current;
    if (count > 0 && list) list.scrollTop = list.scrollHeight;
  }, [count]);
  return (
    <div ref={box} className="lg:max-h-[60vh] lg:overflow-y-auto">
      {children}
    </div>
  );
}

interface PasswordsProps {
  names: readonly string[];
  /** For each variable of a password, the stored secret that is typed in its place; the others are asked for. */
  secrets: ReadonlyMap<string, string>;
  choose: (name: string, secret: string) => void;
}

/** Whether a password is asked for each time, or is a stored secret. */
function Passwords({ names, secrets, choose }: PasswordsProps) {
  const labels = variableLabels(names);
  if (names.length === 0) return null;
  return (
    <fieldset className="space-y-3 rounded-panel border border-line bg-panel p-4">
      <legend className="sr-only">Passwords</legend>
      <p className="text-13 text-muted">
        What you typed as a password is not kept. A task asks for it, unless a stored secret takes its place.
      </p>
      {names.map((name) => (
        <FieldFrame key={name} label={`Stored secret for ${labels.get(name)}`}>
          {(own) => (
            <SecretSelect {...own} value={secrets.get(name) ?? ""} change={(value) => choose(name, String(value))} />
          )}
        </FieldFrame>
      ))}
    </fieldset>
  );
}
