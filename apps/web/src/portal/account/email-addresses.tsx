import type { EmailAddress } from "@gatepost/domain/notifications/email-addresses";
import type { SentEmail } from "@gatepost/domain/notifications/wait-emails";
import { useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Check, Field, Form, SubmitButton } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { LoadError, Notice, Panel } from "../../components/panel.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Who gets an email when a task waits: the addresses of the account's people, each confirmed by its owner. */
export function EmailAddresses({ ownEmail }: { ownEmail: string | undefined }) {
  const list = trpc.emails.list.useQuery();
  const add = trpc.emails.add.useMutation();
  const missing = list.data && !list.data.addresses.some(({ email }) => email === ownEmail);
  return (
    <Panel
      title="Emails about waiting tasks"
      about="Gatepost can email you and your colleagues when a task waits for a value. The email has a link to answer it. Everyone confirms their own address first."
    >
      {add.data && <Added email={add.variables.email} sent={add.data.sent} />}
      {list.data?.sends === false && <SendsNoEmails />}
      <List
        query={{ ...list, data: list.data?.addresses }}
        skeleton="h-10 w-64"
        className="divide-y divide-line border-line border-y"
      >
        {(address) => <EmailAddressRow key={address.addressId} address={address} removed={add.reset} />}
      </List>
      {list.data?.sends && (
        <Form
          submit={(fields) => add.mutateAsync({ email: String(fields.get("email")) })}
          className="flex max-w-xl flex-wrap items-end gap-2"
        >
          <Field
            place="grow"
            label="Email"
            name="email"
            type="email"
            required
            maxLength={320}
            autoComplete="email"
            defaultValue={missing ? ownEmail : undefined}
          />
          <SubmitButton>Add address</SubmitButton>
        </Form>
      )}
      <RecentEmails />
    </Panel>
  );
}

export function SendsNoEmails() {
  return (
    <Notice tone="waits">
      This installation sends no emails. Its operator can set <code>GATEPOST_SMTP_URL</code>.
    </Notice>
  );
}

const stateText: Record<EmailAddress["state"], string> = {
  confirmed: "confirmed",
  unconfirmed: "waits for its owner to confirm it",
  unsubscribed: "its owner has unsubscribed",
};

function Added({ email, sent }: { email: string; sent: boolean }) {
  return (
    <Notice tone="ready">
      {sent
        ? `An email is on its way to ${email}. Its owner confirms the address with the link in it.`
        : "This address is confirmed already."}
    </Notice>
  );
}

interface EmailAddressRowProps {
  address: EmailAddress;
  removed: () => void;
}

function EmailAddressRow({ address: { addressId, email, state, everyWait }, removed }: EmailAddressRowProps) {
  /** Asks its owner again. */
  const send = trpc.emails.add.useMutation();
  const client = trpc.useUtils();
  const remove = trpc.emails.remove.useMutation({
    onSuccess() {
      removed();
      return client.reports.invalidate();
    },
  });
  const isHydrated = useHydrated();
  /** Until it is stored. */
  const [chosen, setChosen] = useState<boolean>();
  const set = trpc.emails.setEveryWait.useMutation({ onSettled: () => setChosen(undefined) });
  return (
    <ListItem
      actions={
        <>
          {state === "confirmed" && (
            <Check
              className="text-13"
              aria-label={`Every task that waits, to ${email}`}
              checked={chosen ?? everyWait}
              disabled={!isHydrated}
              onChange={({ target }) => {
                setChosen(target.checked);
                set.mutate({ addressId, everyWait: target.checked });
              }}
            >
              Every task that waits
            </Check>
          )}
          {state !== "confirmed" && (
            <ActionButton
              size="small"
              aria-label={`Send the email to ${email} again`}
              act={() => send.mutateAsync({ email })}
            >
              Send again
            </ActionButton>
          )}
          <ConfirmButton
            label="Remove…"
            name={`Remove ${email}`}
            question="Remove this address?"
            action="Remove address"
            act={() => remove.mutateAsync({ addressId })}
          >
            {email} gets no more emails about waiting tasks, and no reports or alerts. If you add it again, its owner
            has to confirm it again.
          </ConfirmButton>
        </>
      }
    >
      {email} <span className="text-13 text-muted">{stateText[state]}</span>
      {send.data && <Added email={email} sent={send.data.sent} />}
      {set.error && <Notice tone="failed">{set.error.message}</Notice>}
    </ListItem>
  );
}

function RecentEmails() {
  const list = trpc.emails.recent.useQuery();
  if (list.error) return <LoadError message={list.error.message} retry={() => list.refetch()} />;
  if (!list.data?.length) return null;
  return (
    <details>
      <summary className="cursor-pointer text-13">Latest emails</summary>
      <ul className="mt-2 divide-y divide-line border-line border-y text-13">
        {list.data.map((email) => (
          <li key={email.emailId} className="flex flex-wrap justify-between gap-x-3 py-2">
            <span className="min-w-0 break-words">
              {email.to} · <QuietLink href={`/dashboard/tasks/${email.taskId}`}>task {email.taskId}</QuietLink>
              {email.kind === "reminder" && " · reminder"}
            </span>
            <span className="text-muted">
              {outcomeText(email)} · <Moment at={email.at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function outcomeText({ outcome, problem }: SentEmail): string {
  switch (outcome) {
    case "sent":
      return "sent";
    case "pending":
      return problem ? `not sent yet: ${problem}` : "being sent";
    case "limit":
      return "not sent: this address had already been sent 20 emails in an hour";
    case "not sent":
      return `not sent: ${problem}`;
  }
}
