"use client";

import type { ReactNode } from "react";
import { Field, Form, leaveFor, SubmitButton } from "../../components/form.tsx";
import { Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { dollars, whole } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";

type DeletionPreview = Answers["account"]["deletionPreview"];

/** Shows what will be deleted and what stays, and then asks for confirmation. */
export function DeleteAccount() {
  const preview = trpc.account.deletionPreview.useQuery();
  return (
    <>
      <PageHead title="Delete account">This cannot be undone.</PageHead>
      <Loaded query={preview} skeleton="h-96 w-full">
        {preview.data && (
          <div className="space-y-4">
            <Outlook {...preview.data} />
            <Panel title="Are you sure?">
              <Confirmation {...preview.data} />
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** `1 key`, `3 keys`. */
const counted = (count: number, one: string, many = `${one}s`): string => `${whole(count)} ${count === 1 ? one : many}`;

function Outlook(preview: DeletionPreview) {
  const { email, accountId, others } = preview;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={<Heading mark="✕" variant="text-failed" text="Deleted immediately" />}>
        <List>
          <li>Your sign-in {email}, its password and all your sessions, including this one</li>
          {others === 0 && <Gone {...preview} />}
        </List>
      </Panel>
      <Panel title={<Heading mark="✓" variant="text-ready" text="Kept" />}>
        <List>
          {others > 0 ? (
            <li>
              Account {accountId} and everything in it, for the {counted(others, "other person", "other people")} who
              sign in to it
            </li>
          ) : (
            <Kept {...preview} />
          )}
        </List>
      </Panel>
    </div>
  );
}

/** Leaves out what the account has none of. */
function Gone({ keys, tasks, openTasks, templates, applications, emailAddresses }: DeletionPreview) {
  return (
    <>
      {keys > 0 && (
        <li>
          {counted(keys, "key")}: calls of programs that still use {keys === 1 ? "it" : "them"} are refused
        </li>
      )}
      {tasks > 0 && (
        <li>
          {counted(tasks, "task")} with timelines, screenshots and results
          {openTasks > 0 && `; the ${whole(openTasks)} not ended yet will be cancelled and refunded`}
        </li>
      )}
      {emailAddresses > 0 && <li>{counted(emailAddresses, "email address", "email addresses")} for waiting tasks</li>}
      {templates > 0 && <li>{counted(templates, "template")} of your own</li>}
      <li>Stored secrets, sessions, inbound codes and event endpoints, if there are any</li>
      {applications > 0 && (
        <li>
          The public page, name, notes and share links of {counted(applications, "application")}: links to them stop
          working
        </li>
      )}
    </>
  );
}

function Kept({ accountId, available, ledgerEntries, applications }: DeletionPreview) {
  return (
    <>
      <li>
        The balance of <strong className="font-semibold tabular-nums">{dollars(available)}</strong>, under the number{" "}
        {accountId}. To have it paid out, ask the operator first
      </li>
      {ledgerEntries > 0 && (
        <li>{counted(ledgerEntries, "transaction")} for accounting, under that number and without your name</li>
      )}
      {applications > 0 && (
        <li>
          Statistics of {counted(applications, "application")}, without names. Programs that send a softId of yours keep
          working
        </li>
      )}
    </>
  );
}

function Confirmation({ accountId, others }: DeletionPreview) {
  const leave = trpc.account.delete.useMutation();
  async function submit(fields: FormData) {
    await leave.mutateAsync({ password: String(fields.get("password")) });
    return leaveFor("/sign-in?from=deleted");
  }
  return (
    <Form submit={submit} method="post" className="max-w-sm space-y-4">
      <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
      <SubmitButton variant="danger" busyText="Deleting…" className="w-full sm:w-auto">
        {others > 0 ? "Delete my sign-in" : `Delete account ${accountId} permanently`}
      </SubmitButton>
    </Form>
  );
}

function Heading({ mark, variant, text }: { mark: string; variant: string; text: string }) {
  return (
    <>
      <span aria-hidden="true" className={`mr-2 ${variant}`}>
        {mark}
      </span>
      {text}
    </>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-2 pl-5 marker:text-muted">{children}</ul>;
}
