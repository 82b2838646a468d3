"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Deletes a session, once that is confirmed. */
export function DeleteSession({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const client = trpc.useUtils();
  const remove = trpc.sessions.delete.useMutation({
    onSuccess: async () => {
      await client.sessions.list.invalidate();
      onDeleted();
    },
  });
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question="Delete this session?"
      action="Delete session"
      busy={remove.isPending}
      error={remove.error}
      act={() => remove.mutate({ name })}
    >
      <p className="break-words">
        The cookies and storage of <span className="font-semibold">{name}</span> are deleted, and the next task that
        names it begins signed out. Tasks of it that have not ended go on, and leave nothing.
      </p>
    </ConfirmButton>
  );
}
