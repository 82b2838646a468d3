"use client";

import { Button } from "../../components/button.tsx";
import { Field, Form, leaveFor, NewPasswordField, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { signIn } from "./sign-in.ts";

export function SignUpForm({ invite }: { invite: string | undefined }) {
  const signUp = trpc.account.signUp.useMutation();
  async function submit(fields: FormData) {
    const person = { email: String(fields.get("email")), password: String(fields.get("password")) };
    await signUp.mutateAsync({ ...person, ...(invite !== undefined && { invite }) });
    // The response is the same for a taken address, so try to sign in: only its owner's password works.
    const next = await signIn(person).then(
      () => "/dashboard",
      () => "/sign-in?from=sign-up",
    );
    return leaveFor(next);
  }
  return (
    <Form submit={submit} method="post" className="mt-6 space-y-4">
      <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={320} />
      <NewPasswordField label="Password" name="password" hint="A sentence is fine." />
      <SubmitButton variant="main" busyText="Creating your account…" className="w-full">
        Create account
      </SubmitButton>
    </Form>
  );
}

export function ForgotPasswordForm() {
  const request = trpc.account.requestReset.useMutation();
  if (request.isSuccess)
    return (
      <div className="mt-6 space-y-4">
        <Notice tone="ready">
          If this address has an account, we have sent it an email. The link in it works once, for half an hour.
        </Notice>
        <p className="text-muted">No email after a few minutes? Check your spam folder, then try again.</p>
        <Button onClick={() => request.reset()}>Try again</Button>
      </div>
    );
  return (
    <Form
      submit={(fields) => request.mutateAsync({ email: String(fields.get("email")) })}
      method="post"
      className="mt-6 space-y-4"
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={320}
        hint="The address you sign in with."
      />
      <SubmitButton variant="main" busyText="Sending…" className="w-full">
        Send reset link
      </SubmitButton>
    </Form>
  );
}
