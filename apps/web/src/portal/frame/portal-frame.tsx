"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Mark } from "../../components/icons.tsx";
import { useShortcuts } from "../../components/page-hooks.ts";
import { Notice } from "../../components/panel.tsx";
import { type Theme, ThemeSwitch } from "../../components/select.tsx";
import { orUnloaded } from "../../components/unloaded.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";
import { PortalContext } from "../portal-context.tsx";
import { SignOutButton, useSignOutElsewhere } from "../sign-in/sign-out-button.tsx";
import { useWaiting, useWaitingMark } from "../waits/use-waiting.ts";
import { Finder } from "./finder.tsx";
import { BottomNav, SideNav } from "./portal-nav.tsx";
import { ServiceNotice } from "./service-notice.tsx";

interface Props extends ComponentProps<typeof PortalContext> {
  theme: Theme;
  guide: ReactNode;
}

/** Side bar from 1,024 px, bottom bar on phones, and the page between. */
export function PortalFrame({ theme, guide, addresses, children }: Props) {
  const [isSearching, setSearching] = useState(false);
  const open = () => setSearching(true);
  const { data: me } = trpc.account.me.useQuery();
  const waitingTasks = useWaiting();
  useWaitingMark(waitingTasks);
  useSignOutElsewhere();
  useShortcuts((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    open();
  });
  // Over plain HTTP, Safari goes back to a page as it was left, also where the person has signed out since.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, []);
  return (
    <div className="flex grow flex-col lg:flex-row">
      <Dialog title="Search" open={isSearching} onOpenChange={setSearching}>
        <Finder close={() => setSearching(false)} />
      </Dialog>
      <header className="border-line border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-52 lg:shrink-0 lg:flex-col lg:border-r lg:border-b-0 lg:bg-panel">
        <div className="flex h-14 items-center justify-between gap-3 px-4">
          <a href="/" className="flex items-center gap-2 font-semibold hover:text-accent">
            <Mark /> Gatepost
          </a>
          <Link
            prefetch={false}
            href="/dashboard/balance"
            className="ml-auto text-13 text-muted tabular-nums hover:text-ink lg:hidden"
            aria-label={`Balance ${me ? dollars(me.available) : ""}`}
          >
            {me ? dollars(me.available) : ""}
          </Link>
          <SearchButton open={open} className="flex lg:hidden" />
        </div>
        <div className="hidden px-2 pb-3 lg:block">
          <SearchButton open={open} className="flex w-full" />
        </div>
        <SideNav waiting={waitingTasks} />
        <div className="hidden space-y-3 border-line border-t p-4 text-13 lg:block">
          {me && (
            <>
              <p className="truncate" title={me.email}>
                {me.email}
              </p>
              <p className="text-muted tabular-nums">{dollars(me.available)} available</p>
            </>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <ThemeSwitch initial={theme} />
            <SignOutButton />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 grow px-4 pt-6 pb-24 sm:px-6 lg:px-8 lg:pt-8 lg:pb-12">
        <div className="mx-auto w-full max-w-[1200px]">
          {me?.suspended && (
            <Notice tone="failed" className="mb-4">
              The operator has suspended this account. You can view everything but not make changes. Contact the
              operator.
            </Notice>
          )}
          <ServiceNotice />
          <PortalContext addresses={addresses}>
            {guide}
            {children}
          </PortalContext>
        </div>
      </main>
      <BottomNav waiting={waitingTasks} />
    </div>
  );
}

function SearchButton({ open, className }: { open: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="/"
      onClick={open}
      className={`h-9 items-center justify-between gap-3 rounded-field border border-line px-2 text-13 text-muted hover:border-muted hover:text-ink ${className}`}
    >
      Search…<kbd className="hidden rounded-field border border-line px-1.5 font-mono text-12 lg:inline">/</kbd>
    </button>
  );
}

/** Loaded only for users who have not dismissed it. */
export const LoadedGuide = dynamic(() => orUnloaded(import("../guide/guide.tsx").then((module) => module.Guide)));
