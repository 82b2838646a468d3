"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { dollars } from "../../format/money.ts";
import { trpc } from "../../trpc/client.tsx";
import type { ListedTask } from "./task-row.tsx";

/** Cancels the chosen tasks, once it was confirmed how many there are and what happens to them. */
export function BulkCancel({ chosen, clear }: { chosen: readonly ListedTask[]; clear: () => void }) {
  const client = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const cancel = trpc.tasks.cancelMany.useMutation({
    onSuccess() {
      setAsking(false);
      clear();
      void client.tasks.invalidate();
      void client.account.me.invalidate();
    },
  });
  const count = tasks(chosen.length);
  const price = dollars(chosen.reduce((sum, task) => sum + task.price, 0));
  return (
    <>
      {chosen.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2 text-13">
          <span className="tabular-nums">{count} chosen</span>
          <Button size="small" variant="danger" onClick={() => setAsking(true)}>
            Cancel {count}…
          </Button>
          <Button size="small" variant="quiet" onClick={clear}>
            Clear selection
          </Button>
        </div>
      )}
      <div role="status" className="text-13 text-muted">
        {chosen.length === 0 && cancel.data && (
          <p className="mb-3">
            {tasks(cancel.data.cancelled)} cancelled.
            {cancel.data.ended > 0 && ` ${tasks(cancel.data.ended)} had ended before.`}
          </p>
        )}
      </div>
      <ConfirmDialog
        question={`Cancel ${count}?`}
        open={asking}
        onOpenChange={setAsking}
        action={`Cancel ${count}`}
        cancel="Keep them"
        busy={cancel.isPending}
        error={cancel.error}
        act={() => cancel.mutate({ taskIds: chosen.map(({ taskId }) => taskId) })}
      >
        <p>
          {chosen.length === 1 ? "It ends" : "They end"} at once, and {price} in all is refunded. What was done on a
          site stays done. A task that ends meanwhile is left as it is.
        </p>
      </ConfirmDialog>
    </>
  );
}

function tasks(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
