"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Cancels the task, once that is confirmed. */
export function CancelTask({ taskId }: { taskId: number }) {
  const client = trpc.useUtils();
  const cancel = trpc.tasks.cancel.useMutation({ onSuccess: () => client.tasks.invalidate() });
  return (
    <ConfirmButton
      size="normal"
      label="Cancel task…"
      question="Cancel this task?"
      action="Cancel task"
      cancel="Keep it"
      busy={cancel.isPending}
      error={cancel.error}
      act={() => cancel.mutate({ taskId })}
    >
      <p>It ends at once, and its price is refunded. What it has done on the site stays done.</p>
    </ConfirmButton>
  );
}
