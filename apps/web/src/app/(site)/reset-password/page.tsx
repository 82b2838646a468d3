import type { Metadata } from "next";
import { ResetPasswordForm } from "../../../portal/reset-password-form.tsx";

export const metadata: Metadata = { title: "Reset password", robots: { index: false }, referrer: "no-referrer" };

/** Where the link of an email leads. Its token stands behind the #, so that opening the page uses nothing up. */
export default function ResetPasswordPage() {
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Choose a new password</h1>
      <ResetPasswordForm />
    </div>
  );
}
