"use client";

import type { ReactNode } from "react";
import { Field, Form, leaveFor, SubmitButton } from "../../components/form.tsx";
import { PageHead, Panel } from "../../components/panel.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";

/** Says what will be deleted and what stays, and asks for the password. */
export function DeleteAccount() {
  const { data: me } = trpc.account.me.useQuery();
  const leave = trpc.account.delete.useMutation();
  async function submit(fields: FormData) {
    await leave.mutateAsync({ password: String(fields.get("password")) });
    return leaveFor("/sign-in?from=deleted");
  }
  return (
    <>
      <PageHead title="Delete account">This cannot be undone.</PageHead>
      <div className="space-y-4">
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Outlook mark="✕" variant="text-failed" title="Deleted immediately">
            <li>Your sign-in {me?.email}, its password and all your sessions, including this one</li>
            <li>If nobody else signs in to account {me?.accountId}, everything in it, as follows</li>
            <li>Keys: calls of programs that still use them are refused</li>
            <li>Tasks with timelines, screenshots and results; those not ended yet are cancelled and refunded</li>
            <li>Templates, stored secrets, sessions, email addresses, inbound codes and event endpoints</li>
            <li>The public pages, names, notes and share links of applications: links to them stop working</li>
          </Outlook>
          <Outlook mark="✓" variant="text-ready" title="Kept">
            <li>The account and everything in it, if others sign in to it</li>
            <li>
              The balance{" "}
              {me && (
                <>
                  of <strong className="font-semibold tabular-nums">{dollars(me.available)}</strong>, under the number{" "}
                  {me.accountId}.
                </>
              )}{" "}
              To have it paid out, ask the operator first
            </li>
            <li>Transactions for accounting, under that number and without your name</li>
            <li>Statistics of applications, without names. Programs that send a softId of yours keep working</li>
          </Outlook>
        </div>
        <Panel title="Are you sure?">
          <Form submit={submit} method="post" className="max-w-sm space-y-4">
            <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
            <SubmitButton variant="danger" busyText="Deleting…" className="w-full sm:w-auto">
              Delete permanently
            </SubmitButton>
          </Form>
        </Panel>
      </div>
    </>
  );
}

function Outlook(props: { mark: string; variant: string; title: string; children: ReactNode }) {
  const { mark, variant, title, children } = props;
  return (
    <Panel
      title={
        <>
          <span aria-hidden="true" className={`mr-2 ${variant}`}>
            {mark}
          </span>
          {title}
        </>
      }
    >
      <ul className="list-disc space-y-2 pl-5 marker:text-muted">{children}</ul>
    </Panel>
  );
}
