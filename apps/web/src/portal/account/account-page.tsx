"use client";

import Link from "next/link";
import { buttonClass } from "../../components/button-class.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Theme, ThemeSwitch } from "../../components/theme-switch.tsx";
import { trpc } from "../../trpc/client.tsx";
import { SignOutButton } from "../sign-out-button.tsx";
import { Devices } from "./devices.tsx";
import { EmailAddresses } from "./email-addresses.tsx";
import { PasswordForm } from "./password-form.tsx";

export function AccountPage({ theme }: { theme: Theme }) {
  const me = trpc.account.me.useQuery();
  return (
    <>
      <PageHead title="Account" actions={<SignOutButton />}>
        {me.data ? `Signed in as ${me.data.email}, account ${me.data.accountId}.` : ""}
      </PageHead>
      <div className="space-y-4">
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        <Panel title="Devices">
          <Devices />
        </Panel>
        <EmailAddresses ownEmail={me.data?.email} />
        <Panel title="Theme">
          <ThemeSwitch initial={theme} />
        </Panel>
        <Panel title="Delete">
          <p className="max-w-prose text-muted">
            Permanently deletes your sign-in and, if nobody else signs in to it, your account. The next page shows what
            is deleted and what is kept before anything happens.
          </p>
          <p className="mt-4">
            <Link href="/dashboard/account/delete" className={buttonClass("danger")}>
              Delete account…
            </Link>
          </p>
        </Panel>
      </div>
    </>
  );
}
