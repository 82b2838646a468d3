"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Field, Form, NewPasswordField, SubmitButton, TextField } from "../../components/form.tsx";
import { List } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { useFocusWhenGone } from "../../components/page-hooks.ts";
import { Loaded, Notice, PageHead, Panel } from "../../components/panel.tsx";
import { type Theme, ThemeSwitch } from "../../components/select.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { callAuth } from "../sign-in/sign-in.ts";
import { SignOutButton } from "../sign-in/sign-out-button.tsx";
import { EmailAddresses } from "./email-addresses.tsx";

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
        <EmbedOrigins />
        <Panel title="Theme">
          <ThemeSwitch initial={theme} />
        </Panel>
        <Panel title="Delete">
          <p className="max-w-prose text-muted">
            Permanently deletes your sign-in and, if no one else signs in to it, your account. The next page shows what
            is deleted and what is kept before anything happens.
          </p>
          <p className="mt-4">
            <ButtonLink href="/dashboard/account/delete" variant="danger">
              Delete account…
            </ButtonLink>
          </p>
        </Panel>
      </div>
    </>
  );
}

function Devices() {
  const client = trpc.useUtils();
  const devices = trpc.account.devices.useQuery();
  const signOutOthers = useMutation({
    mutationFn: () =>
      callAuth("revoke-other-sessions", {}, "Could not sign out the other devices. Try again in a moment."),
    onSettled: () => client.account.devices.invalidate(),
  });
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">
        Each device stays signed in for two weeks. If you lose one, or do not recognise one, sign it out here.
      </p>
      <List query={devices} items={devices.data} skeleton="h-16 w-full" empty={null}>
        {(device) => <DeviceRow key={device.deviceId} {...device} />}
      </List>
      {signOutOthers.isSuccess && <Notice tone="ready">Done. All other devices have been signed out.</Notice>}
      {signOutOthers.error && <Notice tone="failed">{signOutOthers.error.message}</Notice>}
      <Button busy={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
        Sign out all other devices
      </Button>
    </div>
  );
}

function DeviceRow({ deviceId, name, address, signedInAt, isThis }: Answers["account"]["devices"][number]) {
  const client = trpc.useUtils();
  const signOut = trpc.account.signOutDevice.useMutation({ onSettled: () => client.account.devices.invalidate() });
  const row = useRef<HTMLLIElement>(null);
  useFocusWhenGone(row);
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span>
        {name}
        {isThis && <span className="text-ready"> · this device</span>}
        <span className="block text-13 text-muted tabular-nums">
          signed in <Moment at={signedInAt} />
          {address && ` from ${address}`}
        </span>
      </span>
      {!isThis && (
        <Button
          size="small"
          busy={signOut.isPending}
          onClick={() => signOut.mutate({ deviceId })}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
      {signOut.error && <Notice tone="failed">{signOut.error.message}</Notice>}
    </li>
  );
}

function PasswordForm() {
  const change = useMutation({
    mutationFn: (fields: FormData) => {
      const body = { currentPassword: String(fields.get("current")), newPassword: String(fields.get("next")) };
      return callAuth("change-password", body, "The current password is not correct. The password was not changed.");
    },
  });
  return (
    <Form
      submit={change.mutateAsync}
      notice={
        change.isSuccess && <Notice tone="ready">Password changed. All other devices have been signed out.</Notice>
      }
      method="post"
      className="max-w-sm space-y-4"
    >
      <Field label="Current password" name="current" type="password" autoComplete="current-password" required />
      <NewPasswordField label="New password" name="next" />
      <SubmitButton>Change password</SubmitButton>
    </Form>
  );
}

/** Which sites may show links to the account's live pages inside their own pages. */
function EmbedOrigins() {
  const client = trpc.useUtils();
  const list = trpc.account.embedOrigins.useQuery(undefined, { refetchOnWindowFocus: false });
  const set = trpc.account.setEmbedOrigins.useMutation({ onSuccess: () => client.account.embedOrigins.invalidate() });
  const submit = (fields: FormData) =>
    set.mutateAsync({ origins: String(fields.get("origins")).split(/\s+/).filter(Boolean) });
  return (
    <Panel title="Embedded live pages">
      <p className="mb-3 max-w-prose text-muted">
        Sites listed here can show links to live pages inside their own pages. Other sites cannot.
      </p>
      <Loaded query={list} skeleton="h-24 w-full max-w-xl">
        <Form
          submit={submit}
          onInput={set.reset}
          keepsValues
          notice={
            set.isSuccess && (
              <Notice tone="ready">Saved. Live pages that are opened from now on follow the list.</Notice>
            )
          }
          className="max-w-xl space-y-4"
        >
          <TextField
            label="Origins"
            name="origins"
            rows={3}
            spellCheck={false}
            defaultValue={list.data?.join("\n")}
            placeholder="https://app.example.com"
            hint="One for each line, without a path."
          />
          <SubmitButton>Save origins</SubmitButton>
        </Form>
      </Loaded>
    </Panel>
  );
}
