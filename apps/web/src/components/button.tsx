import type { ComponentProps, MouseEvent } from "react";

type Variant = "main" | "plain" | "quiet" | "danger";

const shape =
  "inline-flex items-center justify-center gap-2 rounded-field px-3 text-14 whitespace-nowrap disabled:not-data-hydrating:opacity-60 disabled:not-data-hydrating:cursor-default aria-disabled:opacity-60 aria-disabled:cursor-default";
const variants: Record<Variant, string> = {
  main: "bg-accent text-on-accent font-semibold hover:bg-accent-strong",
  plain: "border border-line bg-panel text-ink hover:border-muted",
  quiet: "text-muted hover:text-ink hover:bg-raised",
  danger: "border border-line bg-panel text-failed hover:border-failed",
};

/** The classes of a button, for a link that looks like one. */
export function buttonClass(variant: Variant = "plain", size: "normal" | "small" = "normal"): string {
  return `${shape} ${size === "small" ? "h-8 text-13" : "h-10"} ${variants[variant]}`;
}

/**
 * A button. While its action is under way it says so and ignores clicks. It is not disabled then, because a disabled
 * button would lose the focus and the keys pressed on it. A button with an action (`busy` is given) takes a double click
 * as one.
 */
export function Button({
  variant = "plain",
  size = "normal",
  busy,
  className = "",
  onClick,
  ...props
}: ComponentProps<"button"> & { variant?: Variant; size?: "normal" | "small"; busy?: boolean }) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    const again = busy !== undefined && event.detail > 1;
    if (busy || again) event.preventDefault();
    else onClick?.(event);
  };
  // A page that is rendered on the server alone has buttons without an action, such as those of its forms.
  const acts = onClick !== undefined || busy !== undefined;
  return (
    <button
      type="button"
      {...props}
      onClick={acts ? act : undefined}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
    />
  );
}
