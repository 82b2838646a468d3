"use client";

import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Asks for an email with a link. */
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
