"use client";

import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Theme, ThemeSwitch } from "../../components/theme-switch.tsx";
import { trpc } from "../../trpc/client.tsx";
import { SignOutButton } from "../sign-out-button.tsx";
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
        <Panel title="Look">
          <ThemeSwitch initial={theme} />
        </Panel>
      </div>
    </>
  );
}
