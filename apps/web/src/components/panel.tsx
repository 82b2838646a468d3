import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorInPlaceOf } from "../trpc/query-client.ts";

interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** What it is for, above the rest. */
  about?: string;
  children: ReactNode;
  /** For a table, which has its own padding. */
  flush?: boolean;
  /** Not printed. */
  screenOnly?: boolean;
}

export function Panel({ title, actions, about, children, flush = false, screenOnly = false }: PanelProps) {
  return (
    <section className={`min-w-0 rounded-panel border border-line bg-panel ${screenOnly ? "print:hidden" : ""}`}>
      {(title || actions) && (
        <div className="flex min-h-12 break-after-avoid flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-1">
          {title && <h2 className="font-semibold text-14">{title}</h2>}
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div
        className={
          flush
            ? "overflow-x-auto pb-1 [&>[role=alert]]:m-4"
            : `space-y-4 px-4 pb-4 ${title || actions ? "pt-2" : "pt-4"}`
        }
      >
        {about && <p className="max-w-prose text-muted">{about}</p>}
        {children}
      </div>
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

const tones = {
  failed: { mark: "✕", variant: "text-failed" },
  waits: { mark: "!", variant: "text-waits" },
  ready: { mark: "✓", variant: "text-ready" },
} as const;

interface NoticeProps {
  tone: keyof typeof tones;
  /** Where it is. */
  className?: string;
  children: ReactNode;
}

/** What happened, why, and what to do. */
export function Notice({ tone, className = "", children }: NoticeProps) {
  const { mark, variant } = tones[tone];
  return (
    <div
      role={tone === "failed" ? "alert" : "status"}
      className={`flex gap-3 rounded-field border border-line bg-panel px-3 py-2.5 text-14 ${className}`}
    >
      <span aria-hidden="true" className={`font-semibold ${variant}`}>
        {mark}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Shown for an empty list: one sentence, one next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-panel border border-line border-dashed px-4 py-8 sm:px-8">
      <h2 className="font-semibold text-16">{title}</h2>
      <div className="mt-2 max-w-prose space-y-4 text-muted">{children}</div>
    </div>
  );
}

/** A placeholder of the size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`rounded-field bg-raised motion-safe:animate-pulse ${className}`} />;
}

/** Shown when a part of a page could not be loaded. */
export function LoadError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice tone="failed">
      <p>{message}</p>
      <button type="button" onClick={retry} className="mt-1 text-accent underline underline-offset-4">
        Try again
      </button>
    </Notice>
  );
}

/** The parts of a query that decide what is shown of it. */
export type LoadState = Pick<UseQueryResult<unknown, { message: string }>, "data" | "error" | "refetch">;

/** A query's error, a placeholder of the classes `skeleton` until it has data, or the children. */
export function Loaded({ query, skeleton, children }: { query: LoadState; skeleton: string; children: ReactNode }) {
  const error = errorInPlaceOf(query);
  if (error) return <LoadError message={error.message} retry={() => query.refetch()} />;
  return query.data === undefined ? <Skeleton className={skeleton} /> : children;
}
