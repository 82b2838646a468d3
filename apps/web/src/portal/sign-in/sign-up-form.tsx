"use client";

import { type FormEvent, useState } from "react";
import { Field, NewPasswordField } from "../../components/field.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { trpc } from "../../trpc/client.tsx";
import { signIn } from "./sign-in.ts";

export function SignUpForm({ invite }: { invite: string | undefined }) {
  const signUp = trpc.account.signUp.useMutation();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    const password = String(form.get("password"));
    setBusy(true);
    try {
      await signUp.mutateAsync({ email, password, ...(invite !== undefined && { invite }) });
      // The response is the same for a taken address, so try to sign in: only its owner's password works.
      location.assign((await signIn(email, password)) === undefined ? "/dashboard" : "/sign-in?from=sign-up");
    } catch {
      setBusy(false);
    }
  }
  return (
    <Form error={signUp.error} onSubmit={submit} method="post" className="mt-6 space-y-4">
      <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={320} />
      <NewPasswordField label="Password" name="password" hint="A sentence is fine." />
      <SubmitButton variant="main" busy={busy} className="w-full">
        {busy ? "Creating your account…" : "Create account"}
      </SubmitButton>
    </Form>
  );
}
