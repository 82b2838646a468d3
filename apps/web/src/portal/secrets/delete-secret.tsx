"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Deletes a stored secret, once that is confirmed. */
export function DeleteSecret({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const client = trpc.useUtils();
  const remove = trpc.secrets.delete.useMutation({
    onSuccess: async () => {
      await client.secrets.list.invalidate();
      onDeleted();
    },
  });
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question="Delete this secret?"
      action="Delete secret"
      busy={remove.isPending}
      error={remove.error}
      act={() => remove.mutate({ name })}
    >
      <p className="break-words">
        <span className="font-semibold">{name}</span> is gone for good. Tasks that have begun keep it until they end;
        others fail at the step that types it.
      </p>
    </ConfirmButton>
  );
}
