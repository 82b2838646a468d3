"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Cancels the task, once that is confirmed. */
export function CancelTask({ taskId }: { taskId: number }) {
  const client = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const cancel = trpc.tasks.cancel.useMutation({ onSuccess: () => client.tasks.invalidate() });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Cancel task…
      </Button>
      <ConfirmDialog
        question="Cancel this task?"
        open={asking}
        onOpenChange={setAsking}
        action="Cancel task"
        cancel="Keep it"
        busy={cancel.isPending}
        error={cancel.error}
        act={() => cancel.mutate({ taskId })}
      >
        <p>It ends at once, and its price is refunded. What it has done on the site stays done.</p>
      </ConfirmDialog>
    </>
  );
}
