"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { NextStep } from "./next-step.tsx";
import { nextStep, steps } from "./steps.ts";

/** The home page, and the pages on which the steps are taken. */
const places = /^\/dashboard(\/run|\/tasks\/\d+|\/keys|\/apps\/.+)?$/;

/** The next of a new user's first steps, in a line, until all are done or they are dismissed. */
export function Guide({ demoSite }: { demoSite: string | undefined }) {
  const [gone, setGone] = useState(false);
  const isHere = places.test(usePathname());
  const { data: state } = trpc.account.firstSteps.useQuery(undefined, {
    enabled: !gone && isHere,
    refetchInterval: (query) =>
      query.state.data && nextStep(query.state.data) === steps.length ? false : orRetry(2_000)(query),
  });
  const next = state && nextStep(state);
  if (gone || !isHere || !state || next === undefined || next === steps.length) return null;
  function dismiss() {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = "guide=dismissed; path=/; max-age=31536000; samesite=lax";
    setGone(true);
  }
  return (
    <section
      aria-label="First steps"
      className="mb-6 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-field border border-line bg-panel py-1 pr-1 pl-3 text-13 print:hidden"
    >
      <span className="text-muted">
        First steps, {next + 1} of {steps.length}:{" "}
      </span>
      <NextStep step={next} state={state} demoSite={demoSite} />
      <Button size="small" variant="quiet" className="ml-auto" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  );
}
