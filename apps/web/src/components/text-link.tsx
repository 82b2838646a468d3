import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";

const look = "text-accent underline underline-offset-4";

/** A link in a text, to what the browser loads anew. */
export function TextLink({ children, ...props }: ComponentProps<"a">) {
  return (
    <a {...props} className={look}>
      {children}
    </a>
  );
}

type PortalLink = Omit<ComponentProps<typeof Link>, "href" | "className"> & { href: string };

/** A link in a text, to another page of the portal. */
export function PageLink({ href, ...props }: PortalLink) {
  return <Link {...props} href={href as Route} className={look} />;
}

/** A link in a table, which looks like the text around it. */
export function QuietLink({ href, ...props }: PortalLink) {
  const quiet = "underline decoration-line underline-offset-4 hover:decoration-accent";
  return <Link prefetch={false} {...props} href={href as Route} className={quiet} />;
}

/** The name of what a row of a list is about. The whole row, which is positioned relatively, is the link. */
export function RowLink({ href, ...props }: PortalLink) {
  const row = "rounded-field font-semibold tabular-nums after:absolute after:inset-0 after:content-['']";
  return <Link {...props} href={href as Route} prefetch={false} className={row} />;
}
