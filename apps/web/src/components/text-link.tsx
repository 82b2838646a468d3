import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClass, type Variant } from "./control-classes.ts";

const look = "text-accent underline underline-offset-4";

/** A link in a text, to what the browser loads anew. */
export function TextLink({ children, ...props }: ComponentProps<"a">) {
  return (
    <a {...props} className={look}>
      {children}
    </a>
  );
}

/** Not fetched ahead: every page of the portal depends on its reader, so that little more than its frame would come. */
type LinkProps = Omit<ComponentProps<typeof Link>, "className" | "prefetch">;

/** A link in a text, to another page of the portal. */
export function PageLink(props: LinkProps) {
  return <Link {...props} prefetch={false} className={look} />;
}

/** A link in a table, which looks like the text around it. */
export function QuietLink(props: LinkProps) {
  const quiet = "underline decoration-line underline-offset-4 hover:decoration-accent";
  return <Link {...props} prefetch={false} className={quiet} />;
}

/** The name of what a row of a list is about. The whole row, which is positioned relatively, is the link. */
export function RowLink(props: LinkProps) {
  const row = "rounded-field font-semibold tabular-nums after:absolute after:inset-0 after:content-['']";
  return <Link {...props} prefetch={false} className={row} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, ...props }: LinkProps & { variant?: Variant; size?: "small" }) {
  return <Link {...props} prefetch={false} className={`${buttonClass(variant, size)} print:hidden`} />;
}
