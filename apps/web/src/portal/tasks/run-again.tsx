"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { AddressText } from "../../components/address-text.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { dollars } from "../../format/money.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { enteredVariables, type GivenValues } from "../templates/try/given-values.ts";
import { ValueFields } from "../templates/try/value-fields.tsx";

/** Creates a task with the same template, address and application, once its values are entered and its cost is known. */
export function RunAgain({ taskId, call }: { taskId: number; call: Answers["tasks"]["creatingCall"] }) {
  const router = useRouter();
  const client = trpc.useUtils();
  const { data: me } = trpc.account.me.useQuery();
  const [asking, setAsking] = useState(false);
  const [values, setValues] = useState<GivenValues>(
    () => new Map(call.variables.map(({ name, cameLate }) => [name, { text: "", isLate: cameLate }])),
  );
  const run = trpc.tasks.runAgain.useMutation({
    onSuccess(created) {
      void client.account.me.invalidate();
      setAsking(false);
      router.push(`/dashboard/tasks/${created.taskId}` as Route);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (run.isPending) return;
    run.mutate({ taskId, variables: enteredVariables(call.variables, values) });
  }
  return (
    <>
      <Button size="small" variant="main" onClick={() => setAsking(true)}>
        Run again…
      </Button>
      <Dialog title="Run this task again?" open={asking} onOpenChange={setAsking}>
        <Form error={run.error} onSubmit={submit} className="space-y-4">
          <p>
            Creates a task with {call.templateName ?? "the same draft"} at <AddressText address={call.websiteUrl} />.
            {me && ` It costs ${dollars(me.bid)}, which is held now and paid if the task becomes ready.`}
          </p>
          {call.variables.length > 0 && (
            <>
              <p className="text-13 text-muted">The earlier values are not kept. Enter them again.</p>
              <ValueFields variables={call.variables} values={values} change={setValues} />
            </>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <SubmitButton variant="main" busy={run.isPending}>
              Run again{me && ` for ${dollars(me.bid)}`}
            </SubmitButton>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
