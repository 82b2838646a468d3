"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Field } from "../../components/field.tsx";
import { SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { removeAllEdits } from "../templates/kept-edits.ts";
import { signIn } from "./sign-in.ts";
import type { Greeting } from "./sign-in-greeting.ts";

export function SignInForm({ next, greeting }: { next: string; greeting: Greeting | undefined }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A password was changed or an account deleted. After a session that only expired, unsaved edits are there again.
  useEffect(() => {
    if (greeting) removeAllEdits();
  }, [greeting]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const said = await signIn(String(form.get("email")), String(form.get("password")));
    // A fragment never reaches the server, but browsers keep it across the redirect to this page.
    if (said === undefined) return location.assign(next.includes("#") ? next : next + location.hash);
    setProblem(said);
    setBusy(false);
  }
  return (
    <form onSubmit={submit} method="post" className="mt-6 space-y-4">
      {greeting && !problem && <Notice tone={greeting.tone}>{greeting.text}</Notice>}
      {problem && <Notice tone="failed">{problem}</Notice>}
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <SubmitButton variant="main" busy={busy} className="w-full">
        {busy ? "Signing in…" : "Sign in"}
      </SubmitButton>
    </form>
  );
}
