import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TextLink } from "../../../components/text-link.tsx";
import { portalPath } from "../../../http/page-path.ts";
import { SignInForm } from "../../../portal/sign-in/sign-in-forms.tsx";
import { greetingOf } from "../../../portal/sign-in/sign-in-greeting.ts";
import { authSettings } from "../../../settings.ts";
import { isSignedIn } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, from } = await searchParams;
  const path = portalPath(next);
  if (await isSignedIn()) redirect(path);
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Sign in</h1>
      <SignInForm next={path} greeting={greetingOf(from)} />
      <p className="mt-6">
        <TextLink href="/forgot-password">Forgot your password?</TextLink>
      </p>
      {authSettings().signUp === "open" && (
        <p className="mt-2 text-muted">
          No account yet? <TextLink href="/sign-up">Sign up</TextLink>
        </p>
      )}
    </div>
  );
}
