"use client";

import type { ReactNode } from "react";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { trpc } from "../../trpc/client.tsx";

interface Props {
  name: string;
  onDeleted: () => void;
}

/** Deletes a stored secret, once that is confirmed. */
export function DeleteSecret({ name, onDeleted }: Props) {
  const { list } = trpc.useUtils().secrets;
  const remove = trpc.secrets.delete.useMutation({ onSuccess: () => list.invalidate().then(onDeleted) });
  return (
    <DeleteButton kind="secret" name={name} remove={remove}>
      <span className="font-semibold">{name}</span> will be deleted permanently. Tasks that have begun keep it until
      they end. Queued tasks fail at the step that types it, and new tasks are refused.
    </DeleteButton>
  );
}

/** Deletes a session, once that is confirmed. */
export function DeleteSession({ name, onDeleted }: Props) {
  const { list } = trpc.useUtils().sessions;
  const remove = trpc.sessions.delete.useMutation({ onSuccess: () => list.invalidate().then(onDeleted) });
  return (
    <DeleteButton kind="session" name={name} remove={remove}>
      The cookies and storage of <span className="font-semibold">{name}</span> are deleted, and the next task that names
      it begins signed out. Tasks that use it now continue, but do not save it.
    </DeleteButton>
  );
}

interface ButtonProps {
  kind: "secret" | "session";
  name: string;
  remove: { isPending: boolean; error: { message: string } | null; mutate: (input: { name: string }) => void };
  children: ReactNode;
}

function DeleteButton({ kind, name, remove, children }: ButtonProps) {
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question={`Delete this ${kind}?`}
      action={`Delete ${kind}`}
      busy={remove.isPending}
      error={remove.error}
      act={() => remove.mutate({ name })}
    >
      <p className="break-words">{children}</p>
    </ConfirmButton>
  );
}
