"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps, MouseEvent } from "react";
import { buttonClass, type Variant } from "./control-classes.ts";
import { useHydrated } from "./page-hooks.ts";

/** Otherwise Firefox enables a button when the page is reloaded, as it was before. React's types know the attribute of forms only. */
const notRestored = { autoComplete: "off" };

/**
 * A button. While its action is under way it says so and ignores clicks. It is not disabled then, because a disabled
 * button would lose the focus and the keys pressed on it. A button with an action (`busy` is given) takes a double click
 * as one. Until React has hydrated it, a button that does something (`onClick` or `needsScript` is given) is disabled, and looks
 * the same: a click would be lost. One that its own click makes unavailable (`unavailable`) keeps the focus too.
 */
export function Button({
  variant = "plain",
  size = "normal",
  busy,
  unavailable = false,
  className = "",
  onClick,
  disabled = false,
  needsScript = onClick !== undefined,
  ...props
}: ComponentProps<"button"> & {
  variant?: Variant;
  size?: "normal" | "small";
  busy?: boolean | undefined;
  unavailable?: boolean;
  needsScript?: boolean;
}) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    const again = busy !== undefined && event.detail > 1;
    if (busy || unavailable || again) event.preventDefault();
    else onClick?.(event);
  };
  // A page that is rendered on the server alone has buttons without an action, such as those of its forms.
  const acts = onClick !== undefined || busy !== undefined;
  const isEarly = !useHydrated() && needsScript;
  return (
    <button
      type="button"
      {...notRestored}
      data-hydrating={(!disabled && isEarly) || undefined}
      {...props}
      disabled={disabled || isEarly}
      onClick={acts ? act : undefined}
      aria-disabled={busy || unavailable || undefined}
      aria-busy={busy || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
    />
  );
}

/** The parts of an infinite query that the button needs. */
export type MorePages = Pick<
  UseInfiniteQueryResult<unknown, unknown>,
  "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
>;

/** Loads the next page of a list; nothing at its end. */
export function MoreButton({ pages, children = "Show more" }: { pages: MorePages; children?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="p-3 text-center">
      <Button size="small" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
