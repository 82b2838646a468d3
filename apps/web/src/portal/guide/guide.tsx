import { firstCode, firstTask } from "@gatepost/contract/first-task";
import type { FirstSteps } from "@gatepost/domain/people/people";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { Button } from "../../components/button.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { usePortal } from "../portal-context.tsx";
import { runPath } from "../templates/template-path.ts";
import { nextStep, steps } from "./first-steps.ts";

/** The home page, and the pages on which the steps are taken. */
const guidedPaths = /^\/dashboard(\/run|\/tasks\/\d+|\/keys|\/apps\/.+)?$/;

/** The next of a new user's first steps, in a line, until all are done or they are dismissed. */
export function Guide() {
  const [gone, setGone] = useState(false);
  const isHere = guidedPaths.test(usePathname());
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
      className="mb-6 flex items-center justify-between gap-2 rounded-field border border-line bg-panel py-1 pr-1 pl-3 text-13 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">
          First steps, {next + 1} of {steps.length}:{" "}
        </span>
        <NextStep step={next} state={state} />
      </div>
      <Button size="small" variant="quiet" aria-label="Dismiss" title="Dismiss" onClick={dismiss}>
        <span aria-hidden="true">✕</span>
      </Button>
    </section>
  );
}

/** The step's name, as a link to the page where it is taken, and what else there is to say or to do. */
function NextStep({ step, state: { task, softId } }: { step: number; state: FirstSteps }) {
  const { demoSite } = usePortal();
  const path = usePathname();
  const href = [
    runPath(demoSite === undefined ? undefined : firstTask.templateName),
    task && `/dashboard/tasks/${task.taskId}`,
    null,
    "/dashboard/apps/new",
    `/dashboard/apps/${softId}`,
  ][step];
  const isThere = !href || path === href.split("?")[0];
  const name = steps[step]?.name;
  return (
    <>
      <span className="font-semibold">{isThere ? name : <PageLink href={href}>{name}</PageLink>}</span>
      {step === 1 && demoSite !== undefined && (
        <span className="text-muted">
          The demo site's code is <span className="font-mono font-semibold text-ink">{firstCode}</span>.
        </span>
      )}
      {/* The page of keys has a form. */}
      {step === 2 && path !== "/dashboard/keys" && <CreateKey />}
      {step === 4 && isThere && (
        <span className="text-muted">Open its public page, or paste the call below into a terminal.</span>
      )}
    </>
  );
}

function CreateKey() {
  const client = trpc.useUtils();
  const { keep } = usePortal();
  const create = trpc.keys.create.useMutation({
    onSuccess({ clientKey }) {
      keep(clientKey);
      return client.account.firstSteps.invalidate();
    },
  });
  return (
    <ActionButton size="small" act={() => create.mutateAsync({ name: "first key", readOnly: false, addresses: [] })}>
      Create key
    </ActionButton>
  );
}
