"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Mark } from "../../components/icons.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Theme, ThemeSwitch } from "../../components/select.tsx";
import { dollars } from "../../format/numbers.ts";
import { trpc } from "../../trpc/client.tsx";
import { NewKeyProvider } from "../guide/new-key.tsx";
import { SignOutButton } from "../sign-in/sign-out-button.tsx";
import { useWaiting, useWaitingMark } from "../waits/use-waiting.ts";
import { ServiceNotice } from "./service-notice.tsx";

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

/**
 * The side bar's links. Six fit in a phone's bottom bar (`below`): there the balance stands at the top and leads to its page, and
 * the account's page leads to events and inbound codes.
 */
const portalLinks = [
  { href: "/dashboard", label: "Apps", inside: /^\/dashboard(\/apps.*)?$/, below: true },
  { href: "/dashboard/tasks", label: "Tasks", inside: /^\/dashboard\/tasks/, below: true },
  { href: "/dashboard/templates", label: "Templates", inside: /^\/dashboard\/(new-)?template/, below: true },
  { href: "/dashboard/secrets", label: "Secrets", inside: /^\/dashboard\/secrets/, below: true },
  { href: "/dashboard/keys", label: "Keys", inside: /^\/dashboard\/keys/, below: true },
  { href: "/dashboard/events", label: "Events", inside: /^\/dashboard\/events/, below: false },
  { href: "/dashboard/inbound", label: "Inbound codes", inside: /^\/dashboard\/inbound/, below: false },
  { href: "/dashboard/balance", label: "Balance", inside: /^\/dashboard\/balance/, below: false },
  { href: "/dashboard/account", label: "Account", inside: /^\/dashboard\/account/, below: true },
] as const;

/** Loaded when it is opened. */
const Finder = dynamic(() => import("./finder.tsx").then((module) => module.Finder));

/** Finds an application or a page from everywhere in the portal. The key `/` opens it, among others. */
function Search({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  useLayoutEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [role=dialog], [contenteditable]")) return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [setOpen]);
  return (
    <Dialog title="Search" open={open} onOpenChange={setOpen}>
      <Finder close={() => setOpen(false)} />
    </Dialog>
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
export const LoadedGuide = dynamic(() => import("../guide/guide.tsx").then((module) => module.Guide));
