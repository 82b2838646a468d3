"use client";

import { firstCode } from "@gatepost/contract/first-task";
import type { FirstSteps } from "@gatepost/domain/accounts/first-steps";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { buttonClass } from "../../components/control-classes.ts";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { type FirstCallPlaces, firstCall, nextStep, steps } from "./first-steps.ts";
import { useNewKey } from "./new-key.tsx";

/**
 * The first steps of a new user, on every page of the portal until they are done or dismissed: the whole list among the
 * applications, elsewhere the next step alone.
 */
export function Guide(places: FirstCallPlaces) {
  const [gone, setGone] = useState(false);
  const whole = usePathname() === "/dashboard";
  const { data: state } = trpc.account.firstSteps.useQuery(undefined, {
    enabled: !gone,
    refetchInterval: (query) =>
      query.state.data && nextStep(query.state.data) === steps.length ? false : orRetry(2_000)(query),
  });
  const next = state && nextStep(state);
  if (gone || !state || next === undefined || next === steps.length) return null;
  function dismiss() {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = "guide=dismissed; path=/; max-age=31536000; samesite=lax";
    setGone(true);
  }
  return (
    <section
      aria-label="First steps"
      className="mb-6 rounded-panel border border-accent bg-panel px-4 py-3 print:hidden"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="pt-1 font-semibold text-14">
          {whole ? "First steps" : `First steps, ${next + 1} of ${steps.length}: ${steps[next]?.name}`}
        </h2>
        <Button size="small" variant="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      {whole ? (
        <ol className="mt-1 space-y-2">
          {steps.map(({ name, isDone }, index) => (
            <li key={name} aria-current={index === next ? "step" : undefined}>
              <p className={isDone(state) ? "text-muted" : index === next ? "font-semibold" : ""}>
                <span aria-hidden="true" className={isDone(state) ? "text-ready" : ""}>
                  {isDone(state) ? "✓" : `${index + 1}.`}
                </span>{" "}
                {name}
                {isDone(state) && <span className="sr-only">, done</span>}
              </p>
              {index === next && <NextStep step={index} state={state} {...places} />}
            </li>
          ))}
        </ol>
      ) : (
        <NextStep step={next} state={state} {...places} />
      )}
    </section>
  );
}

/** What to do for a step: a button, a call to paste, or a link to the page where it is done. */
function NextStep({ step, state, ...places }: { step: number; state: FirstSteps } & FirstCallPlaces) {
  const { task, softId } = state;
  const { key } = useNewKey();
  const path = usePathname();
  switch (step) {
    case 0:
      return path === "/dashboard/keys" ? <p className="mt-1 text-muted">Create it below.</p> : <CreateKey />;
    case 1:
      // The call is long, and belongs on one page.
      if (path !== "/dashboard")
        return (
          <p className="mt-1">
            <Go href="/dashboard">Show the call</Go>
          </p>
        );
      return (
        <div className="mt-2 max-w-3xl">
          <p className="mb-2 text-muted">
            Paste this call into a terminal. It signs in to {places.demoSite ? "the demo site" : "a site"} and waits for
            a code.{key === "YOUR_KEY" && " Replace YOUR_KEY with your key, or create one on the page Keys."}
          </p>
          <CodeBlock label="A call that creates a task" code={firstCall({ ...places, key })} />
        </div>
      );
    case 2:
      return (
        <p className="mt-1 text-muted">
          {places.demoSite && (
            <>
              The demo site sends no real message. Its code is{" "}
              <span className="font-mono font-semibold text-ink">{firstCode}</span>.{" "}
            </>
          )}
          {task && path !== `/dashboard/tasks/${task.taskId}` && (
            <Go href={`/dashboard/tasks/${task.taskId}`}>Enter the code</Go>
          )}
        </p>
      );
    case 3:
      return (
        <div className="mt-1 space-y-2 text-muted">
          <p>Its tasks, users and earnings are counted on a dashboard of its own.</p>
          {path !== "/dashboard/apps/new" && <Go href="/dashboard/apps/new">Register an application</Go>}
        </div>
      );
    default:
      return path === `/dashboard/apps/${softId}` ? (
        <p className="mt-1 text-muted">
          Paste the call below into a terminal. The number is on the chart within two seconds.
        </p>
      ) : (
        <p className="mt-1">
          <Go href={`/dashboard/apps/${softId}`}>Open its dashboard</Go>
        </p>
      );
  }
}

function CreateKey() {
  const client = trpc.useUtils();
  const { keep } = useNewKey();
  const create = trpc.keys.create.useMutation({
    onSuccess({ clientKey }) {
      keep(clientKey);
      return Promise.all([client.account.firstSteps.invalidate(), client.keys.list.invalidate()]);
    },
  });
  return (
    <div className="mt-2 space-y-2">
      {create.error && <Notice tone="failed">{create.error.message}</Notice>}
      <p className="text-muted">Every call needs one. The calls on the following pages will have it.</p>
      <Button
        size="small"
        variant="main"
        busy={create.isPending}
        onClick={() => create.mutate({ name: "first key", readOnly: false, addresses: [] })}
      >
        Create key
      </Button>
    </div>
  );
}

function Go({ href, children }: { href: string; children: string }) {
  return (
    <Link prefetch={false} href={href as Route} className={buttonClass("main", "small")}>
      {children}
    </Link>
  );
}
