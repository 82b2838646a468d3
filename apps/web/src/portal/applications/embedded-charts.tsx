"use client";

import { modes } from "@gatepost/contract/modes";
import { seriesNames } from "@gatepost/presenters/app-stats";
import type { FormEvent } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Field, SelectField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { embedSnippet } from "../../embed/embed-snippet.ts";
import { trpc } from "../../trpc/client.tsx";
import { LinkList } from "./link-list.tsx";

/** Charts of this application that other sites show: created, copied once, and revoked. */
export function EmbeddedCharts({ softId, name, origin }: { softId: number; name: string; origin: string }) {
  const client = trpc.useUtils();
  const create = trpc.shares.create.useMutation({ onSuccess: () => client.shares.list.invalidate({ softId }) });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const embeddedMode = modes.find((mode) => mode === data.get("mode")) ?? "errors";
    create.mutate({ softId, name: String(data.get("name")), embeddedMode }, { onSuccess: () => form.reset() });
  }
  const created = create.data && { token: create.data.token, mode: create.variables?.embeddedMode ?? "errors" };
  return (
    <Panel title="Embedded charts">
      <p className="max-w-prose text-muted">
        Other sites can show a chart of this application's last 30 days. Everyone who opens such a page sees the numbers
        that you choose here, and nothing else about the application.
      </p>
      {created && (
        <div className="mt-3 space-y-2">
          <Notice tone="ready">Copy the HTML now. Its URL is not stored and will not be shown again.</Notice>
          <CodeBlock
            label="HTML of the chart"
            code={embedSnippet(`${origin}/embed/${created.token}`, `${name}: ${seriesNames[created.mode].name}`)}
          />
        </div>
      )}
      <LinkList
        {...{ softId, embedded: true }}
        kind="chart"
        consequence="Pages with this chart will say instead that it no longer exists."
        nameOf={({ name, embeddedMode }) => `${name}: ${seriesOf(embeddedMode)}`}
      />
      <Form error={create.error} onSubmit={submit} className="mt-4 flex max-w-2xl flex-wrap items-end gap-2">
        <div className="grow">
          <Field label="Where is it shown?" name="name" required maxLength={100} placeholder="Company blog" />
        </div>
        <SelectField label="What it shows" name="mode" defaultValue="downloads">
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {seriesNames[mode].name}
            </option>
          ))}
        </SelectField>
        <SubmitButton busy={create.isPending}>Create embedded chart</SubmitButton>
      </Form>
    </Panel>
  );
}

function seriesOf(embedded: string | null): string {
  const mode = modes.find((one) => one === embedded);
  return mode ? seriesNames[mode].name : "";
}
