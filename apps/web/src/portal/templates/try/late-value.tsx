"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { trpc } from "../../../trpc/client.tsx";
import type { FollowedTask } from "./use-followed-task.ts";

/** Asks for the value that the run waits for. */
export function LateValue({ taskId, variable }: { taskId: number; variable: FollowedTask["variables"][number] }) {
  const { name, prompt, attempt } = variable;
  const [value, setValue] = useState("");
  const push = trpc.tasks.push.useMutation();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!push.isPending) push.mutate({ taskId, name, value });
  }
  return (
    <form onSubmit={submit} className="space-y-2 rounded-field border border-waits p-3">
      {prompt && <p>{prompt}</p>}
      {attempt > 1 && <p className="text-13 text-waits">Attempt {attempt}: the site asked for it again.</p>}
      {push.error && <Notice tone="failed">{push.error.message}</Notice>}
      <div className="flex flex-wrap items-end gap-2">
        <div className="grow">
          <Field
            label={`Value of ${name}`}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            autoComplete="one-time-code"
            required
            className="font-mono"
          />
        </div>
        <Button type="submit" variant="main" busy={push.isPending || push.isSuccess}>
          Push value
        </Button>
      </div>
    </form>
  );
}
