"use client";

import { limits } from "@gatepost/contract/limits";
import { type FormEvent, useState } from "react";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { enteredValue } from "./entered-value.ts";
import { maxFileKb, ValueField } from "./value-field.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

/** Pushes a value of the kind that the wait asks for. */
export function PushForm({ taskId, variable }: { taskId: number; variable: Variable }) {
  const client = trpc.useUtils();
  const push = trpc.tasks.push.useMutation({ onSuccess: () => client.tasks.invalidate() });
  const [isTooLarge, setTooLarge] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const value = await enteredValue(form, (event.nativeEvent as SubmitEvent).submitter);
    const isOver = new Blob([value]).size > limits.variableBytes;
    setTooLarge(isOver);
    if (isOver) return push.reset();
    const { name, wait } = variable;
    push.mutate({ taskId, name, value, ...(wait !== null && { wait }) }, { onSuccess: () => form.reset() });
  }
  return (
    <div className="mt-3 space-y-3">
      {isTooLarge && (
        <Notice tone="failed">
          {variable.kind === "file"
            ? `Not sent: a file has at most ${maxFileKb} KB here. Copy the answer link, whose page takes larger ones.`
            : `Not sent: an answer has at most ${limits.variableBytes / 1024} KB.`}
        </Notice>
      )}
      {push.isSuccess && <Notice tone="ready">Sent. The task continues.</Notice>}
      <Form error={push.error} onSubmit={submit} className="flex max-w-md flex-wrap items-end gap-2">
        <ValueField variable={variable} busy={push.isPending} />
      </Form>
    </div>
  );
}
