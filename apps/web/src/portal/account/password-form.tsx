"use client";

import { type FormEvent, useState } from "react";
import { Field } from "../../components/field.tsx";
import { NewPasswordField } from "../../components/new-password-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { postAuth } from "../post-auth.ts";

/** Changes the password, and ends every other session. */
export function PasswordForm() {
  const [said, setSaid] = useState<{ tone: "ready" | "failed"; text: string }>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    const answer = await postAuth("change-password", {
      currentPassword: String(data.get("current")),
      newPassword: String(data.get("next")),
      revokeOtherSessions: true,
    });
    setBusy(false);
    if (answer?.ok) {
      form.reset();
      setSaid({ tone: "ready", text: "Password changed. All other devices have been signed out." });
    } else if (answer?.status === 429)
      setSaid({ tone: "failed", text: "Too many attempts. Wait a minute, then try again." });
    else if (answer?.status === 422) setSaid({ tone: "failed", text: (await answer.json()).message });
    else if (answer && answer.status < 500)
      setSaid({ tone: "failed", text: "The current password is not correct. The password was not changed." });
    else setSaid({ tone: "failed", text: "The service did not respond. Try again in a moment." });
  }
  return (
    <form onSubmit={submit} method="post" className="max-w-sm space-y-4">
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
      <Field label="Current password" name="current" type="password" autoComplete="current-password" required />
      <NewPasswordField label="New password" name="next" />
      <SubmitButton busy={busy}>Change password</SubmitButton>
    </form>
  );
}
