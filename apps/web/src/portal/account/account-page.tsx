"use client";

import { useMutation } from "@tanstack/react-query";
import { ActionButton } from "../../components/action-button.tsx";
import { Field, Form, NewPasswordField, SubmitButton, TextField } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
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
        <Devices />
        <EmailAddresses ownEmail={me.data?.email} />
        <EmbedOrigins />
        <Panel title="Theme">
          <ThemeSwitch initial={theme} />
        </Panel>
        <Panel
          title="Delete"
          about="Permanently deletes your sign-in and, if no one else signs in to it, your account. The next page shows what is deleted and what is kept before anything happens."
        >
          <ButtonLink href="/dashboard/account/delete" variant="danger">
            Delete account…
          </ButtonLink>
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
    <Panel
      title="Devices"
      about="Each device stays signed in for two weeks. If you lose one, or do not recognise one, sign it out here."
    >
      <List query={devices} skeleton="h-16 w-full">
        {(device) => <DeviceRow key={device.deviceId} {...device} />}
      </List>
      {signOutOthers.isSuccess && <Notice tone="ready">Done. All other devices have been signed out.</Notice>}
      <ActionButton act={() => signOutOthers.mutateAsync()}>Sign out all other devices</ActionButton>
    </Panel>
  );
}

function DeviceRow({ deviceId, name, address, signedInAt, isThis }: Answers["account"]["devices"][number]) {
  const client = trpc.useUtils();
  // Signing out is refused for a device that is signed out already: once read again, the list is without it.
  const signOut = trpc.account.signOutDevice.useMutation({ onError: () => client.account.devices.invalidate() });
  const signOutButton = (
    <ActionButton size="small" act={() => signOut.mutateAsync({ deviceId })} aria-label={`Sign out ${name}`}>
      Sign out
    </ActionButton>
  );
  return (
    <ListItem actions={!isThis && signOutButton}>
      {name}
      {isThis && <span className="text-ready"> · this device</span>}
      <span className="block text-13 text-muted tabular-nums">
        signed in <Moment at={signedInAt} />
        {address && ` from ${address}`}
      </span>
    </ListItem>
  );
}

function PasswordForm() {
  function submit(fields: FormData) {
    const body = { currentPassword: String(fields.get("current")), newPassword: String(fields.get("next")) };
    return callAuth("change-password", body, "The current password is not correct. The password was not changed.");
  }
  return (
    <Form
      submit={submit}
      done="Password changed. All other devices have been signed out."
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
  const list = trpc.account.embedOrigins.useQuery(undefined, { refetchOnWindowFocus: false });
  const set = trpc.account.setEmbedOrigins.useMutation();
  const submit = (fields: FormData) =>
    set.mutateAsync({ origins: String(fields.get("origins")).split(/\s+/).filter(Boolean) });
  return (
    <Panel
      title="Embedded live pages"
      about="Sites listed here can show links to live pages inside their own pages. Other sites cannot."
    >
      <Loaded query={list} skeleton="h-24 w-full max-w-xl">
        <Form
          submit={submit}
          keepsValues
          done="Saved. Live pages that are opened from now on follow the list."
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
