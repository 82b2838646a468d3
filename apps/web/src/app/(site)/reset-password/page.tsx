import type { Metadata } from "next";
import { ResetPasswordForm } from "../../../portal/sign-in/sign-in-forms.tsx";

export const metadata: Metadata = { title: "Reset password", robots: { index: false }, referrer: "no-referrer" };

/** The page that the link in an email opens. The token is in the fragment, so that opening the page does not use it up. */
export default function ResetPasswordPage() {
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Choose a new password</h1>
      <ResetPasswordForm />
    </div>
  );
}
