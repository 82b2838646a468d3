export type Variant = "main" | "plain" | "quiet" | "danger";

const shape =
  "inline-flex items-center justify-center gap-2 rounded-field px-3 text-14 whitespace-nowrap disabled:not-data-hydrating:opacity-60 disabled:not-data-hydrating:cursor-default aria-disabled:opacity-60 aria-disabled:cursor-default";
const variants: Record<Variant, string> = {
  // The border shows where forced colours replace the background.
  main: "border border-transparent bg-accent text-on-accent font-semibold hover:bg-accent-strong",
  plain: "border border-line bg-panel text-ink hover:border-muted",
  quiet: "text-muted hover:text-ink hover:bg-raised",
  danger: "border border-line bg-panel text-failed hover:border-failed",
};

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (variant: Variant = "plain", size: "normal" | "small" = "normal"): string =>
  `${shape} ${size === "small" ? "h-8 text-13" : "h-10"} ${variants[variant]}`;

/** Without a size, because of two classes of one property the order of the stylesheet decides. */
export const inputBox =
  "rounded-field border border-line bg-panel px-3 text-ink placeholder:text-muted aria-invalid:border-failed";
export const inputClass = `${inputBox} h-10 w-full text-14`;
