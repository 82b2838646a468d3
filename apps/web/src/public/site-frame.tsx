import type { ReactNode } from "react";
import { Mark } from "../components/icons.tsx";
import { ThemeSwitch } from "../components/select.tsx";
import { chosenTheme } from "../components/theme.ts";
import { isSignedIn } from "../trpc/server.tsx";

export async function SiteFrame({ children }: { children: ReactNode }) {
  const [theme, signedIn] = await Promise.all([chosenTheme(), isSignedIn()]);
  return (
    <>
      <header className="border-line border-b">
        <div className="mx-auto flex min-h-14 w-full max-w-[1200px] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <a href="/" className="flex items-center gap-2 font-semibold hover:text-accent">
            <Mark />
            Gatepost
          </a>
          <nav aria-label="Site" className="ml-auto flex items-center gap-4">
            <a href="/apps" className="text-muted hover:text-ink">
              Applications
            </a>
            <a href="/docs" className="text-muted hover:text-ink">
              Docs
            </a>
            <a
              href={signedIn ? "/dashboard" : "/sign-in"}
              className="font-semibold text-accent hover:text-accent-strong"
            >
              {signedIn ? "Dashboard" : "Sign in"}
            </a>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1200px] grow px-4 py-10 sm:px-6 sm:py-16">
        {children}
      </main>
      <footer className="border-line border-t">
        <div className="mx-auto flex w-full max-w-[1200px] items-center justify-between px-4 py-4 text-13 text-muted sm:px-6">
          Gatepost
          <ThemeSwitch initial={theme} />
        </div>
      </footer>
    </>
  );
}

export function NotFoundText() {
  return (
    <div className="max-w-prose">
      <h1 className="font-semibold text-28 tracking-tight">Page not found</h1>
      <p className="mt-4 text-16 text-muted">
        This page does not exist, or is no longer public or shared. Check the URL. If somebody sent you the link, ask
        them for a new one.
      </p>
      <p className="mt-6">
        <a href="/" className="text-accent underline underline-offset-4 hover:text-accent-strong">
          Home page
        </a>
      </p>
    </div>
  );
}
