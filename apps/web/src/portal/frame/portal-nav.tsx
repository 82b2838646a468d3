import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { SignOutButton } from "../sign-in/sign-out-button.tsx";
import { isHere, linkGroups, type Page } from "./destinations.ts";

export function SideNav({ waiting }: { waiting: number }) {
  return (
    <nav aria-label="Portal" className="hidden min-h-0 grow flex-col gap-3 overflow-y-auto px-2 lg:flex">
      {linkGroups.map((group) => (
        <ul key={group[0]?.href} className="space-y-0.5 last:mt-auto last:py-2">
          {group.map((link) => (
            <li key={link.href}>
              <NavLink link={link} className="flex h-9 items-center justify-between rounded-field px-2">
                {link.name === "Tasks" && <Waiting count={waiting} />}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

const all = linkGroups.flat();
const inBar = all.filter(({ below }) => below);
const inMenu = all.filter(({ below }) => !below);
const cell = "flex h-14 w-full flex-col items-center justify-center border-t-2 text-12 whitespace-nowrap";
const menuId = "portal-menu";

/** The bar at the bottom of a phone's screen: the most used pages, and a menu of the others. */
export function BottomNav({ waiting }: { waiting: number }) {
  const path = usePathname();
  const isInMenu = inMenu.some((link) => isHere(link, path));
  return (
    <nav aria-label="Portal (mobile)" className="lg:hidden">
      <ul
        id={menuId}
        popover="auto"
        className="fixed inset-auto right-2 bottom-16 z-40 m-0 w-56 rounded-panel border border-line bg-panel p-2 text-ink"
      >
        {inMenu.map((link) => (
          <li key={link.href}>
            <NavLink
              link={link}
              className="flex h-11 items-center rounded-field px-3"
              onClick={() => document.getElementById(menuId)?.hidePopover()}
            />
          </li>
        ))}
        <li className="px-3 py-2">
          <SignOutButton />
        </li>
      </ul>
      <ul className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-panel">
        {inBar.map((link) => (
          <li key={link.href} className="grow">
            <Link
              prefetch={false}
              href={link.href}
              aria-current={isHere(link, path) ? "page" : undefined}
              className={`${cell} ${isHere(link, path) ? "border-accent font-semibold" : "border-panel text-muted"}`}
            >
              <span className="relative">
                {link.label ?? link.name}
                <Loading />
                {link.name === "Tasks" && waiting > 0 && (
                  <span className="-translate-x-1/2 absolute bottom-full left-1/2 leading-none">
                    <Waiting count={waiting} />
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
        <li className="grow">
          <button
            type="button"
            popoverTarget={menuId}
            className={`${cell} ${isInMenu ? "border-accent font-semibold" : "border-panel text-muted"}`}
          >
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

type NavLinkProps = Omit<ComponentProps<typeof Link>, "href"> & { link: Page };

function NavLink({ link, className, children, ...props }: NavLinkProps) {
  const { href, label = link.name } = link;
  const isCurrent = isHere(link, usePathname());
  const look = `${className} ${isCurrent ? "bg-raised font-semibold" : "text-muted hover:bg-raised hover:text-ink"}`;
  // The documentation is a part of the site that the router does not draw in the portal's frame.
  if (!href.startsWith("/dashboard"))
    return (
      <a href={href} className={look}>
        {label}
      </a>
    );
  return (
    <Link {...props} prefetch={false} href={href} aria-current={isCurrent ? "page" : undefined} className={look}>
      <span className="relative">
        {label}
        <Loading />
      </span>
      {children}
    </Link>
  );
}

/** Beside the link that was pressed, until its page comes; after a moment, so that it is not seen on a fast network. */
function Loading() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span aria-hidden="true" className="absolute left-full pl-1 transition-opacity delay-200 starting:opacity-0">
      …
    </span>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="text-waits tabular-nums">
      <span aria-hidden="true">● </span>
      {count > 99 ? "99+" : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
