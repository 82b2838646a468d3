"use client";

import { type FormEvent, useState } from "react";
import { NewPasswordField } from "../../components/field.tsx";
import { SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { TextLink } from "../../components/text-link.tsx";
import { postAuth } from "./sign-in.ts";

interface Problem {
  text: string;
  /** The link cannot be used any more. */
  over?: boolean;
}

/** Sets a new password by the link of an email, and ends every session. */
export function ResetPasswordForm() {
  const [problem, setProblem] = useState<Problem>();
  // The address is known in the browser alone.
  const isWithoutToken = useHydrated() && location.hash.length < 2;
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const newPassword = String(new FormData(event.currentTarget).get("next"));
    setBusy(true);
    const answer = await postAuth("reset-password", { newPassword, token: location.hash.slice(1) });
    if (answer?.ok) return location.assign("/sign-in?from=reset");
    setProblem(answer?.status === 422 ? { text: (await answer.json()).message } : problemOf(answer?.status));
    setBusy(false);
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
    <form onSubmit={submit} method="post" className="mt-6 space-y-4">
      {problem && (
        <Notice tone="failed">
          {problem.text}
          {problem.over && (
            <>
              {" "}
              <RequestLink />
            </>
          )}
        </Notice>
      )}
      <NewPasswordField label="New password" name="next" hint="All your devices will be signed out." />
      <SubmitButton variant="main" busy={busy} className="w-full">
        {busy ? "Saving…" : "Set password"}
      </SubmitButton>
    </form>
  );
}

function RequestLink() {
  return <TextLink href="/forgot-password">Request a new link</TextLink>;
}

function problemOf(status: number | undefined): Problem {
  if (status === undefined) return { text: "The site does not respond. Check your connection and try again." };
  if (status === 429) return { text: "Too many attempts. Wait a minute, then try again." };
  if (status >= 500) return { text: "The service failed. Try again in a moment." };
  return { text: "This link has already been used, or is older than half an hour.", over: true };
}
