import type { Metadata } from "next";
import { CodeBlock } from "../../../components/code-block.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { ForgotPasswordForm } from "../../../portal/sign-in/account-forms.tsx";
import { authSettings } from "../../../settings.ts";
import { PortalClient } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "Reset password", robots: { index: false } };

/** By email if mail is configured, otherwise from the operator. */
export default function ForgotPasswordPage() {
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Reset your password</h1>
      {authSettings().mail ? (
        <PortalClient>
          <ForgotPasswordForm />
        </PortalClient>
      ) : (
        <div className="mt-4 space-y-4">
          <p className="text-16 text-muted">
            This installation does not send email. Its operator can set a new password for you with this command:
          </p>
          <CodeBlock label="For the operator" code="npx gatepost user password --email you@example.com" />
        </div>
      )}
      <p className="mt-6 text-muted">
        Remembered it? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </div>
  );
}
