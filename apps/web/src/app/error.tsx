"use client";

/** Shown when a page fails. The digest identifies the error in the log. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main id="content" className="mx-auto w-full max-w-[1200px] grow px-4 py-10 sm:px-6">
      <div className="max-w-prose">
        <title>This page could not be shown · Gatepost</title>
        <h1 className="font-semibold text-28 tracking-tight">This page could not be shown</h1>
        <p className="mt-4 text-16 text-muted">
          {error.digest ? (
            <>
              Something went wrong on our side. Try again in a moment. If the problem persists, give the operator the
              reference <span className="font-mono text-14">{error.digest}</span>.
            </>
          ) : (
            "It failed in your browser, or could not be loaded. Check your connection, then try again."
          )}
        </p>
        <button
          type="button"
          onClick={() => location.reload()}
          className="mt-6 h-11 rounded-field bg-accent px-4 font-semibold text-on-accent hover:bg-accent-strong"
        >
          Try again
        </button>
      </div>
    </main>
  );
}
