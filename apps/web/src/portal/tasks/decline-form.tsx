"use client";

import type { FormEvent } from "react";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Asks for the reason, and says what declining does before it is done. */
export function DeclineForm({ taskId, name }: { taskId: number; name: string }) {
  const client = trpc.useUtils();
  const decline = trpc.tasks.decline.useMutation({ onSuccess: () => client.tasks.invalidate() });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    decline.mutate({ taskId, name, reason: String(new FormData(event.currentTarget).get("reason")) });
  }
  return (
    <Form error={decline.error} onSubmit={submit} className="mt-3 max-w-md space-y-2">
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint="The task ends, and its error says the reason."
      />
      <SubmitButton variant="danger" busy={decline.isPending}>
        Decline and end the task
      </SubmitButton>
    </Form>
  );
}
