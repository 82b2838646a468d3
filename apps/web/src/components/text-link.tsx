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

/** A link in a text, to another page of the portal. */
export function PageLink({ href, ...props }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  return <Link {...props} href={href as Route} className={look} />;
}
