"use client";

import { NewPasswordField } from "../../components/field.tsx";
import { Form, leaveFor, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { TextLink } from "../../components/text-link.tsx";
import { callAuth } from "./sign-in.ts";

const usedUp = "This link has already been used, or is older than half an hour.";

/** Sets a new password by the link of an email, and ends every session. */
export function ResetPasswordForm() {
  // The address is known in the browser alone.
  const isWithoutToken = useHydrated() && location.hash.length < 2;
  async function submit(fields: FormData) {
    const newPassword = String(fields.get("next"));
    await callAuth("reset-password", { newPassword, token: location.hash.slice(1) }, usedUp);
    return leaveFor("/sign-in?from=reset");
  }
  if (isWithoutToken)
    return (
      <div className="mt-6">
        <Notice tone="failed">
          This page is opened by the link in an email. <RequestLink />
        </Notice>
      </div>
    );
  return (
    <Form submit={submit} method="post" className="mt-6 space-y-4">
      <NewPasswordField label="New password" name="next" hint="All your devices will be signed out." />
      <SubmitButton variant="main" busyText="Saving…" className="w-full">
        Set password
      </SubmitButton>
      <p className="text-13 text-muted">
        The link in the email works once, for half an hour. <RequestLink />
      </p>
    </Form>
  );
}

function RequestLink() {
  return <TextLink href="/forgot-password">Request a new link</TextLink>;
}
