import type { Metadata } from "next";
import { CodeBlock } from "../../../components/code-block.tsx";
import { ForgotPasswordForm } from "../../../portal/forgot-password-form.tsx";
import { authSettings } from "../../../server/auth-settings.ts";
import { PortalClient } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "New password", robots: { index: false } };

/** By email where mail is configured, else from the operator. */
export default function ForgotPasswordPage() {
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Choose a new password</h1>
      {authSettings().mail ? (
        <PortalClient>
          <ForgotPasswordForm />
        </PortalClient>
      ) : (
        <div className="mt-4 space-y-4">
          <p className="text-16 text-muted">
            This installation sends no mail. Its operator gives you a new password, by this command:
          </p>
          <CodeBlock label="For the operator" code="npm run gatepost -- user password --email you@example.com" />
        </div>
      )}
      <p className="mt-6 text-muted">
        It came back to you?{" "}
        <a href="/sign-in" className="text-accent underline underline-offset-4">
          Sign in
        </a>
      </p>
    </div>
  );
}
