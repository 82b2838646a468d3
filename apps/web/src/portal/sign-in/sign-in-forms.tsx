"use client";

import { Field, Form, leaveFor, NewPasswordField, SubmitButton } from "../../components/form.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { Notice } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { callAuth, signIn } from "./sign-in.ts";
import type { Greeting } from "./sign-in-greeting.ts";

export function SignInForm({ next, greeting }: { next: string; greeting: Greeting | undefined }) {
  async function submit(fields: FormData) {
    await signIn({ email: String(fields.get("email")), password: String(fields.get("password")) });
    // A fragment never reaches the server, but browsers keep it across the redirect to this page.
    return leaveFor(next.includes("#") ? next : next + location.hash);
  }
  return (
    <Form
      submit={submit}
      notice={greeting && <Notice tone={greeting.tone}>{greeting.text}</Notice>}
      method="post"
      className="mt-6 space-y-4"
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <SubmitButton variant="main" busyText="Signing in…" className="w-full">
        Sign in
      </SubmitButton>
    </Form>
  );
}

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
      <Notice tone="failed" className="mt-6">
        This page is opened by the link in an email. <RequestLink />
      </Notice>
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
