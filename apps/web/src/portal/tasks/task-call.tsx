import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock, CopyButton } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { LoadError } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { AddressText } from "../../components/task-labels.tsx";
import { dollars } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { usePortal } from "../portal-context.tsx";
import { enteredVariables, type GivenValues } from "../templates/given-values.ts";
import { ValueFields } from "../templates/value-fields.tsx";
import { callText } from "./task-facts.ts";

/** The call that created the task, to copy; and a button that creates another one like it. */
export function TaskCall({ taskId, canRunAgain = false }: { taskId: number; canRunAgain?: boolean }) {
  const { origin } = usePortal();
  const call = trpc.tasks.creatingCall.useQuery({ taskId }, { staleTime: Number.POSITIVE_INFINITY });
  if (call.error) return <LoadError message={call.error.message} retry={() => call.refetch()} />;
  const text = call.data && callText(call.data, origin);
  return (
    <Panel
      title="Call"
      actions={
        text && (
          <>
            <CopyButton text={text} label="Copy call" />
            {canRunAgain && <RunAgain taskId={taskId} call={call.data} />}
          </>
        )
      }
    >
      <details>
        <summary className="cursor-pointer text-13 text-accent">The call that created this task</summary>
        <p className="my-2 text-13 text-muted">
          Insert your key, and a value for each variable shown as “…”. Values are deleted when a task ends.
        </p>
        {text && <CodeBlock label="The call that created this task" code={text} />}
      </details>
    </Panel>
  );
}

/** Creates a task with the same template, address and application, once its values are entered and its cost is known. */
function RunAgain({ taskId, call }: { taskId: number; call: Answers["tasks"]["creatingCall"] }) {
  const router = useRouter();
  const client = trpc.useUtils();
  const { data: me } = trpc.account.me.useQuery();
  const [asking, setAsking] = useState(false);
  const [values, setValues] = useState<GivenValues>(
    () => new Map(call.variables.map(({ name, cameLate }) => [name, { text: "", isLate: cameLate }])),
  );
  const run = trpc.tasks.runAgain.useMutation();
  async function submit() {
    const created = await run.mutateAsync({ taskId, variables: enteredVariables(call.variables, values) });
    void client.account.me.invalidate();
    setAsking(false);
    router.push(`/dashboard/tasks/${created.taskId}` as Route);
  }
  return (
    <>
      <Button size="small" variant="main" onClick={() => setAsking(true)}>
        Run again…
      </Button>
      <Dialog title="Run this task again?" open={asking} onOpenChange={setAsking}>
        <Form submit={submit} keepsValues className="space-y-4">
          <p>
            Creates a task with {call.templateName ?? "the same draft"} at <AddressText address={call.websiteUrl} />.
            {me && ` It costs ${dollars(me.bid)}, which is held now and paid if the task succeeds.`}
          </p>
          {call.variables.length > 0 && (
            <>
              <p className="text-13 text-muted">The earlier values are not kept. Enter them again.</p>
              <ValueFields variables={call.variables} values={values} change={setValues} />
            </>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <SubmitButton variant="main">Run again{me && ` for ${dollars(me.bid)}`}</SubmitButton>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
