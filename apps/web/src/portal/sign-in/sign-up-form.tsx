"use client";

import { Field, NewPasswordField } from "../../components/field.tsx";
import { Form, leaveFor, SubmitButton } from "../../components/form.tsx";
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
