"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Deletes one of the account's own templates, once that is confirmed. */
export function DeleteTemplate({ name }: { name: string }) {
  const client = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const remove = trpc.templates.delete.useMutation({ onSuccess: () => client.templates.list.invalidate() });
  return (
    <>
      <Button
        size="small"
        variant="danger"
        busy={remove.isPending}
        onClick={() => setAsking(true)}
        aria-label={`Delete ${name}`}
      >
        Delete…
      </Button>
      <Dialog title="Delete this template?" open={asking} onOpenChange={setAsking}>
        <p>
          <span className="font-semibold">{name}</span> and its versions are deleted. Tasks that exist already run to
          their end; new ones that name it are refused.
        </p>
        {remove.error && (
          <div className="mt-3">
            <Notice tone="failed">{remove.error.message}</Notice>
          </div>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ name })}>
            Delete template
          </Button>
        </div>
      </Dialog>
    </>
  );
}
