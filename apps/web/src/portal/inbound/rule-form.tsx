"use client";

import type { FormEvent } from "react";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { TemplateSelect } from "../templates/template-select.tsx";

/** A form for a new rule. */
export function RuleForm() {
  const client = trpc.useUtils();
  const create = trpc.inbound.createRule.useMutation({ onSuccess: () => client.inbound.rules.invalidate() });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    create.mutate(
      {
        name: text("name"),
        pattern: text("pattern"),
        sender: text("sender") || null,
        templateName: text("templateName") || null,
        taskId: text("taskId") ? Number(text("taskId")) : null,
      },
      { onSuccess: () => form.reset() },
    );
  }
  return (
    <Form error={create.error} onSubmit={submit} className="space-y-4 border-line border-t pt-4" aria-label="New rule">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" required maxLength={100} placeholder="bank codes" />
        <Field
          label="Pattern"
          name="pattern"
          required
          maxLength={500}
          placeholder="code is (\d{6})"
          className="font-mono"
          hint="An RE2 regular expression. Its one group in parentheses is the value."
        />
        <Field
          label="From"
          name="sender"
          maxLength={100}
          placeholder="+49 151 234567, @bank.example"
          hint="A number, a name or an email address. Leave empty for any sender."
        />
        <TemplateSelect label="Template" name="templateName" none="Any template" defaultValue="" />
        <Field
          label="Task"
          name="taskId"
          inputMode="numeric"
          pattern="[0-9]{1,15}"
          hint="The number of one task. Leave empty for any task."
        />
      </div>
      <SubmitButton variant="main" busy={create.isPending}>
        Add rule
      </SubmitButton>
    </Form>
  );
}
