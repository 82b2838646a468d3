import type { ReactNode } from "react";

interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** For a table, which has its own padding. */
  flush?: boolean;
}

export function Panel({ title, actions, children, flush = false }: PanelProps) {
  return (
    <section className="min-w-0 rounded-panel border border-line bg-panel">
      {(title || actions) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-1">
          {title && <h2 className="font-semibold text-14">{title}</h2>}
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? "overflow-x-auto pb-1" : "px-4 pt-2 pb-4"}>{children}</div>
    </section>
  );
}

interface PageHeadProps {
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function PageHead({ title, actions, children }: PageHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        {/* It gets the focus when what had it is gone. */}
        <h1 tabIndex={-1} className="font-semibold text-20 tracking-tight outline-none">
          {title}
        </h1>
        {children && <div className="mt-1 max-w-prose text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
