"use client";

import type { FormEvent } from "react";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { EmailAddressRow } from "./email-address-row.tsx";
import { RecentEmails } from "./recent-emails.tsx";

/** Who gets an email when a task waits: the addresses of the account's people, each confirmed by its owner. */
export function EmailAddresses({ ownEmail }: { ownEmail: string | undefined }) {
  const client = trpc.useUtils();
  const list = trpc.emails.list.useQuery();
  const add = trpc.emails.add.useMutation({ onSuccess: () => client.emails.list.invalidate() });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    add.mutate({ email: String(new FormData(form).get("email")) }, { onSuccess: () => form.reset() });
  }
  const missing = list.data && !list.data.addresses.some(({ email }) => email === ownEmail);
  return (
    <Panel title="Emails about waiting tasks">
      <p className="mb-3 max-w-prose text-muted">
        Gatepost can email you and your colleagues when a task waits for a value. The email has a link to answer it.
        Everyone confirms their own address first.
      </p>
      {add.data && (
        <Notice tone="ready">
          {add.data.sent
            ? `An email is on its way to ${add.variables?.email}. Its owner confirms the address with the link in it.`
            : "This address is confirmed already."}
        </Notice>
      )}
      {list.error && <LoadError message={list.error.message} retry={() => list.refetch()} />}
      {list.isPending && <Skeleton className="mt-3 h-10 w-64" />}
      {list.data && !list.data.sends && (
        <Notice tone="waits">
          This installation sends no emails. Its operator can set <code>GATEPOST_SMTP_URL</code>.
        </Notice>
      )}
      {list.data && list.data.addresses.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {list.data.addresses.map((address) => (
            <EmailAddressRow
              key={address.addressId}
              address={address}
              sending={add.isPending && add.variables.email === address.email}
              onSend={() => add.mutate({ email: address.email })}
            />
          ))}
        </ul>
      )}
      {list.data?.sends && (
        <Form error={add.error} onSubmit={submit} className="mt-4 flex max-w-xl flex-wrap items-end gap-2">
          <div className="grow">
            <Field
              label="Email"
              name="email"
              type="email"
              required
              maxLength={320}
              autoComplete="email"
              defaultValue={missing ? ownEmail : undefined}
            />
          </div>
          <SubmitButton busy={add.isPending}>Add address</SubmitButton>
        </Form>
      )}
      <RecentEmails />
    </Panel>
  );
}
