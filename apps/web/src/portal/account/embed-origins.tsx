"use client";

import { useState } from "react";
import { TextField } from "../../components/field.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Which sites may show links to the account's live pages inside their own pages. */
export function EmbedOrigins() {
  const client = trpc.useUtils();
  const list = trpc.account.embedOrigins.useQuery(undefined, { refetchOnWindowFocus: false });
  const set = trpc.account.setEmbedOrigins.useMutation({ onSuccess: () => client.account.embedOrigins.invalidate() });
  const [isSaved, setSaved] = useState(false);
  async function submit(fields: FormData) {
    const origins = String(fields.get("origins")).split(/\s+/).filter(Boolean);
    await set.mutateAsync({ origins });
    setSaved(true);
  }
  return (
    <Panel title="Embedded live pages">
      <p className="mb-3 max-w-prose text-muted">
        Sites listed here can show links to live pages inside their own pages. Other sites cannot.
      </p>
      {list.error && <LoadError message={list.error.message} retry={() => list.refetch()} />}
      {list.isPending && <Skeleton className="h-24 w-full max-w-xl" />}
      {list.data && (
        <Form
          submit={submit}
          keepsValues
          notice={
            isSaved && <Notice tone="ready">Saved. Live pages that are opened from now on follow the list.</Notice>
          }
          className="max-w-xl space-y-4"
        >
          <TextField
            label="Origins"
            name="origins"
            rows={3}
            spellCheck={false}
            defaultValue={list.data.join("\n")}
            placeholder="https://app.example.com"
            hint="One for each line, without a path."
          />
          <SubmitButton>Save origins</SubmitButton>
        </Form>
      )}
    </Panel>
  );
}
