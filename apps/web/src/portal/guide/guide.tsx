"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import type { FirstCallPlaces } from "../applications/first-call.ts";
import { NextStep } from "./next-step.tsx";
import { nextStep, steps } from "./steps.ts";

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
