"use client";

import type { FormEvent } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { LinkList } from "./link-list.tsx";

/** Links by which others read this application's numbers: created, shown once, and revoked. */
export function ShareLinks({ softId, origin }: { softId: number; origin: string }) {
  const client = trpc.useUtils();
  const create = trpc.shares.create.useMutation({ onSuccess: () => client.shares.list.invalidate({ softId }) });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    create.mutate({ softId, name: String(new FormData(form).get("name")) }, { onSuccess: () => form.reset() });
  }
  return (
    <Panel title="Share links">
      <p className="max-w-prose text-muted">
        Anyone with a share link can view this application's statistics, but not its tasks or keys, and cannot change
        anything.
      </p>
      {create.data && (
        <div className="mt-3 space-y-2">
          <Notice tone="ready">Copy the link now. It is not stored and will not be shown again.</Notice>
          <CodeBlock label="Share link" code={`${origin}/share/${create.data.token}`} />
        </div>
      )}
      <LinkList softId={softId} kind="link" consequence="The link stops working for everyone who has it." />
      <Form error={create.error} onSubmit={submit} className="mt-4 flex max-w-xl flex-wrap items-end gap-2">
        <div className="grow">
          <Field label="Who is it for?" name="name" required maxLength={100} placeholder="Investors" />
        </div>
        <SubmitButton busy={create.isPending}>Create share link</SubmitButton>
      </Form>
    </Panel>
  );
}
