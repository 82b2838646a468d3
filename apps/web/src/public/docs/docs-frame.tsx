import type { ReactNode } from "react";

interface Entry {
  href: string;
  text: string;
  /** The name of a method or a step. */
  code?: boolean;
}

/** A long page with its contents: beside it on a wide screen, and folded below its introduction on a phone. */
export function DocsFrame({
  title,
  intro,
  label,
  entries,
  wide = false,
  children,
}: {
  title: string;
  intro: ReactNode;
  /** What the contents are, such as "Methods". */
  label: string;
  entries: readonly Entry[];
  /** Room for long entries. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`grid gap-10 ${wide ? "lg:grid-cols-[15rem_minmax(0,1fr)]" : "lg:grid-cols-[11rem_minmax(0,1fr)]"}`}
    >
      <nav
        aria-label={label}
        className="hidden h-fit text-13 lg:sticky lg:top-6 lg:block lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
      >
        <Entries entries={entries} />
      </nav>
      <div className="min-w-0">
        <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
        <div className="mt-3 mb-6 max-w-prose text-muted">{intro}</div>
        <nav aria-label={label} className="mb-6 text-13 lg:hidden">
          <details className="rounded-field border border-line px-3">
            <summary className="cursor-pointer py-2.5 font-semibold">{label}</summary>
            <div className="pb-3">
              <Entries entries={entries} />
            </div>
          </details>
        </nav>
        {children}
      </div>
    </div>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="lg:space-y-1.5">
      {entries.map(({ href, text, code }) => (
        <li key={href}>
          <a
            href={href}
            className={`block break-words py-1 text-muted lg:py-0 hover:text-ink ${code ? "font-mono text-12" : ""}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
