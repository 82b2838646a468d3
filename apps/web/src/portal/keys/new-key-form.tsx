"use client";

import { defaultKeyRights, type KeyRight, keyRightNames, keyRights } from "@gatepost/contract/rights";
import type { ComponentProps, FormEvent } from "react";
import { Check, CheckGroup, Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";

interface NewKeyInput {
  name: string;
  readOnly: boolean;
  rights: KeyRight[];
  addresses: string[];
  expiresAt?: string;
}

/** The next day in UTC: a key that expires at the start of today has expired. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

/** The form for a new key. `create` calls `done` once the key exists. */
export function NewKeyForm({
  busy,
  error,
  create,
}: {
  busy: boolean;
  error: ComponentProps<typeof Form>["error"];
  create: (input: NewKeyInput, done: () => void) => void;
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const day = String(data.get("expires"));
    create(
      {
        name: String(data.get("name")),
        readOnly: data.get("readOnly") === "on",
        rights: keyRightNames.filter((right) => data.getAll("rights").includes(right)),
        addresses: String(data.get("addresses"))
          .split(/[\s,]+/)
          .filter(Boolean),
        ...(day && { expiresAt: `${day}T00:00:00Z` }),
      },
      () => form.reset(),
    );
  }
  return (
    <Panel title="Create key">
      <Form error={error} onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" name="name" required maxLength={100} placeholder="shop server" />
          <Field
            label="Expires on (start of day, UTC)"
            name="expires"
            type="date"
            min={tomorrow()}
            hint="Leave empty for a key that does not expire."
          />
        </div>
        <Field
          label="Allowed IP addresses"
          name="addresses"
          placeholder="192.0.2.7, 198.51.100.0/24"
          hint="Leave empty to allow all IP addresses."
        />
        <CheckGroup label="Rights" name="rights">
          {keyRightNames.map((right) => (
            <Check key={right} name="rights" value={right} defaultChecked={defaultKeyRights.includes(right)}>
              <span>
                <span className="font-semibold">{right}</span>: {keyRights[right]}
              </span>
            </Check>
          ))}
        </CheckGroup>
        <Check name="readOnly">Read-only: can read results and statistics, but not change anything</Check>
        <SubmitButton variant="main" busy={busy}>
          Create key
        </SubmitButton>
      </Form>
    </Panel>
  );
}
