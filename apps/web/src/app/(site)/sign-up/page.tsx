import { redirect } from "next/navigation";
import { TextLink } from "../../../components/text-link.tsx";
import { dollars } from "../../../format/numbers.ts";
import { SignUpForm } from "../../../portal/sign-in/account-forms.tsx";
import { authSettings } from "../../../settings.ts";
import { PortalClient } from "../../../trpc/client.tsx";
import { isSignedIn } from "../../../trpc/server.tsx";

export const metadata = { title: "Sign up" };

export default async function SignUpPage({ searchParams }: PageProps<"/sign-up">) {
  if (await isSignedIn()) redirect("/dashboard");
  const { invite } = await searchParams;
  const { signUp, signUpCredit } = authSettings();
  const shut = signUp === "closed" || (signUp === "invite" && typeof invite !== "string");
  return (
    <div className="mx-auto max-w-sm">
      <h1 className="font-semibold text-28 tracking-tight">Sign up</h1>
      {shut ? (
        <p className="mt-4 text-16 text-muted">
          {signUp === "closed"
            ? "Sign-up is closed. Ask the operator of this installation for an account."
            : "You need an invitation to sign up. Ask the operator of this installation for one."}
        </p>
      ) : (
        <>
          {signUpCredit > 0n && (
            <p className="mt-3 text-muted">
              Your account starts with {dollars(Number(signUpCredit))} to try tasks with.
            </p>
          )}
          <PortalClient>
            <SignUpForm invite={typeof invite === "string" ? invite : undefined} />
          </PortalClient>
        </>
      )}
      <p className="mt-6 text-muted">
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </div>
  );
}
