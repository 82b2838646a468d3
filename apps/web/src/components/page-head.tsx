import type { ReactNode } from "react";

/** A page's title and actions. */
export function PageHead({
  title,
  actions,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        {/* It gets the focus when what had it is gone. */}
        <h1 tabIndex={-1} className="font-semibold text-20 tracking-tight">
          {title}
        </h1>
        {children && <div className="mt-1 max-w-prose text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
