"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Notice } from "../components/notice.tsx";
import { type Theme, ThemeSwitch } from "../components/theme-switch.tsx";
import { dollars } from "../format/money.ts";
import { Mark } from "../site/mark.tsx";
import { trpc } from "../trpc/client.tsx";
import { ServiceNotice } from "../trpc/service-notice.tsx";
import { NewKeyProvider } from "./guide/new-key.tsx";
import { portalLinks } from "./portal-links.ts";
import { Search, SearchButton } from "./search/search.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { useWaiting } from "./waits/use-waiting.ts";
import { useWaitingMark } from "./waits/use-waiting-mark.ts";

/** Side bar from 1,024 px, bottom bar on phones, and the page between. */
export function PortalFrame({ theme, guide, children }: { theme: Theme; guide: ReactNode; children: ReactNode }) {
  const path = usePathname();
  const [searching, setSearching] = useState(false);
  const { data: me } = trpc.account.me.useQuery();
  const waitingTasks = useWaiting();
  useWaitingMark(waitingTasks);
  const links = portalLinks.map(({ href, label, inside, below }) => ({
    href: href as Route,
    label,
    below,
    here: inside.test(path),
    waiting: label === "Tasks" ? waitingTasks : 0,
  }));
  const linksBelow = links.filter(({ below }) => below);
  return (
    <div className="flex grow flex-col lg:flex-row">
      <Search open={searching} setOpen={setSearching} />
      <header className="border-line border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-52 lg:shrink-0 lg:flex-col lg:border-r lg:border-b-0 lg:bg-panel">
        <div className="flex h-14 items-center justify-between gap-3 px-4">
          <a href="/" className="flex items-center gap-2 font-semibold hover:text-accent">
            <Mark /> Gatepost
          </a>
          <Link
            prefetch={false}
            href={"/dashboard/balance" as Route}
            className="ml-auto text-13 text-muted tabular-nums hover:text-ink lg:hidden"
            aria-label={`Balance ${me ? dollars(me.available) : ""}`}
          >
            {me ? dollars(me.available) : ""}
          </Link>
          <SearchButton open={() => setSearching(true)} className="flex lg:hidden" />
        </div>
        <div className="hidden px-2 pb-3 lg:block">
          <SearchButton open={() => setSearching(true)} className="flex w-full" />
        </div>
        <nav aria-label="Portal" className="hidden grow flex-col gap-0.5 px-2 lg:flex">
          {links.map(({ href, label, here, waiting }) => (
            <Link
              key={href}
              prefetch={false}
              href={href}
              aria-current={here ? "page" : undefined}
              className={`flex h-9 items-center justify-between rounded-field px-2 ${here ? "bg-raised font-semibold" : "text-muted hover:bg-raised hover:text-ink"}`}
            >
              {label}
              {waiting > 0 && <Waiting count={waiting} />}
            </Link>
          ))}
          <a
            href="/docs/reference"
            className="flex h-9 items-center rounded-field px-2 text-muted hover:bg-raised hover:text-ink"
          >
            API reference
          </a>
        </nav>
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
            <div className="mb-4">
              <Notice tone="failed">
                The operator has suspended this account. You can view everything but not make changes. Contact the
                operator.
              </Notice>
            </div>
          )}
          <ServiceNotice />
          <NewKeyProvider>
            {guide}
            {children}
          </NewKeyProvider>
        </div>
      </main>
      <nav
        aria-label="Portal (mobile)"
        className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-panel lg:hidden"
      >
        {linksBelow.map(({ href, label, here, waiting }) => (
          <Link
            key={href}
            prefetch={false}
            href={href}
            aria-current={here ? "page" : undefined}
            className={`flex h-14 flex-col items-center justify-center border-t-2 whitespace-nowrap text-12 ${here ? "border-accent font-semibold" : "border-panel text-muted"}`}
          >
            <span className="relative">
              {label}
              {waiting > 0 && (
                <span className="-translate-x-1/2 absolute bottom-full left-1/2 leading-none">
                  <Waiting count={waiting} />
                </span>
              )}
            </span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="text-waits tabular-nums">
      <span aria-hidden="true">● </span>
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
