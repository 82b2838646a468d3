"use client";

import { eventNames } from "@gatepost/contract/endpoint-events";
import type { FormEvent } from "react";
import { Check, CheckGroup, Field, SelectField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { formatTexts } from "./format-texts.ts";

type Format = keyof typeof formatTexts;

/** A form for a new endpoint. `created` gets its secret, which is shown once. */
export function EndpointForm({ created }: { created: (secret: string) => void }) {
  const client = trpc.useUtils();
  const create = trpc.events.createEndpoint.useMutation({
    onSuccess: ({ secret }) => {
      created(secret);
      return client.events.endpoints.invalidate();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    create.mutate(
      {
        url: String(data.get("url") ?? "").trim(),
        format: String(data.get("format")) as Format,
        events: eventNames.filter((name) => data.getAll("events").includes(name)),
        withLink: data.get("withLink") === "on",
      },
      { onSuccess: () => form.reset() },
    );
  }
  return (
    <Panel title="Add endpoint">
      <Form error={create.error} onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="URL" name="url" type="url" required placeholder="https://hooks.example.com/…" />
          <SelectField label="Format" name="format">
            {Object.entries(formatTexts).map(([format, text]) => (
              <option key={format} value={format}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckGroup label="Events" name="events">
          {eventNames.map((name) => (
            <Check key={name} name="events" value={name} defaultChecked>
              <code className="font-mono">task.{name}</code>
            </Check>
          ))}
        </CheckGroup>
        <Check name="withLink">Add an answer link to task.waiting. Anyone who has the link can answer.</Check>
        <SubmitButton variant="main" busy={create.isPending}>
          Add endpoint
        </SubmitButton>
      </Form>
    </Panel>
  );
}
