"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Deletes one of the account's own templates, once that is confirmed. */
export function DeleteTemplate({ name }: { name: string }) {
  const client = trpc.useUtils();
  const remove = trpc.templates.delete.useMutation({
    onSuccess: () => Promise.all([client.templates.get.reset({ name }), client.templates.list.invalidate()]),
  });
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question="Delete this template?"
      action="Delete template"
      busy={remove.isPending}
      error={remove.error}
      act={() => remove.mutate({ name })}
    >
      <p className="break-words">
        <span className="font-semibold">{name}</span> and its versions are deleted. Tasks that exist already run to
        their end; new ones that name it are refused.
      </p>
    </ConfirmButton>
  );
}
