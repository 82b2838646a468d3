"use client";

import type { FormEvent } from "react";
import { Field, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Tries the rules on a sample message. Nothing is stored, and no task is answered. */
export function TryRules() {
  const rules = trpc.inbound.rules.useQuery();
  const attempt = trpc.inbound.tryRules.useMutation();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    attempt.mutate({ sender: String(data.get("sender") ?? ""), text: String(data.get("text") ?? "") });
  }
  const nameOf = (ruleId: number) => rules.data?.find((rule) => rule.ruleId === ruleId)?.name ?? "a deleted rule";
  const found = attempt.data?.filter(({ value }) => value !== null) ?? [];
  return (
    <Panel title="Try the rules">
      <Form error={attempt.error} onSubmit={submit} className="space-y-4">
        <p className="max-w-prose text-muted">Nothing is stored, and no task is answered.</p>
        <Field label="Sample sender" name="sender" maxLength={200} placeholder="+49151234567" />
        <TextField label="Sample message" name="text" required maxLength={16_384} placeholder="Your code is 349001." />
        {attempt.data && found.length === 0 && <Notice tone="waits">No rule finds a value in this message.</Notice>}
        {found.length > 0 && (
          <Notice tone="ready">
            <ul>
              {found.map(({ ruleId, value }) => (
                <li key={ruleId} className="break-all">
                  {nameOf(ruleId)} finds <code className="font-mono">{value}</code>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <SubmitButton busy={attempt.isPending}>Try</SubmitButton>
      </Form>
    </Panel>
  );
}
