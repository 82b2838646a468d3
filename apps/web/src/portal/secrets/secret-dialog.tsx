"use client";

import { limits } from "@gatepost/contract/limits";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import type { Secret } from "./secret.ts";
import { type SecretKind, SecretValue } from "./secret-value.tsx";

/** Stores a new secret, or replaces one, its domains included: whoever changes where it is typed must know its value. */
export function SecretDialog({ edited, close }: { edited: Secret | "new"; close: () => void }) {
  const client = trpc.useUtils();
  const old = edited === "new" ? null : edited;
  const [kind, setKind] = useState<SecretKind>("text");
  const save = trpc.secrets.save.useMutation({
    onSuccess: async () => {
      await client.secrets.list.invalidate();
      close();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const data = new FormData(event.currentTarget);
    const domains = String(data.get("domains"))
      .split(/[\s,]+/)
      .filter(Boolean);
    save.mutate({
      ...{ name: old?.name ?? String(data.get("name")), value: String(data.get("value")), domains },
      ...(kind === "totp" && { kind }),
      isNew: !old,
    });
  }
  return (
    <Dialog title={old ? "Replace this secret" : "Add a secret"} open onOpenChange={(open) => !open && close()}>
      <Form error={save.error} onSubmit={submit} className="space-y-4">
        {old ? (
          <p className="break-words">
            A new value for <span className="font-semibold">{old.name}</span>. The old one cannot be shown.
          </p>
        ) : (
          <Field
            label="Name"
            name="name"
            required
            maxLength={limits.secretNameLength}
            autoComplete="off"
            placeholder="bank password"
            hint='Templates type it as {"secret": "name"}; in the editor, choose “stored secret”.'
          />
        )}
        <SecretValue kind={kind} setKind={setKind} />
        <Field
          label="Domains"
          name="domains"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={old?.domains.join(", ")}
          placeholder="bank.example, login.bank.example"
          hint="It is typed only into pages of these hosts and their subdomains."
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton variant="main" busy={save.isPending}>
            {old ? "Replace secret" : "Store secret"}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
