"use client";

import { useEffect } from "react";
import { Field } from "../../components/field.tsx";
import { Form, leaveFor, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { removeAllEdits } from "../templates/kept-edits.ts";
import { signIn } from "./sign-in.ts";
import type { Greeting } from "./sign-in-greeting.ts";

export function SignInForm({ next, greeting }: { next: string; greeting: Greeting | undefined }) {
  // A password was changed or an account deleted. After a session that only expired, unsaved edits are there again.
  useEffect(() => {
    if (greeting) removeAllEdits();
  }, [greeting]);
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
