"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
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
      <Dialog title="Cancel this task?" open={asking} onOpenChange={setAsking}>
        <p>It ends at once, and its price is returned. What it has done on the site stays done.</p>
        {cancel.error && (
          <div className="mt-3">
            <Notice tone="failed">{cancel.error.message}</Notice>
          </div>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Keep it</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ taskId })}>
            Cancel task
          </Button>
        </div>
      </Dialog>
    </>
  );
}
