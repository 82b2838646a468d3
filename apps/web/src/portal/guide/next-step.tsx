"use client";

import { firstCode, firstTask } from "@gatepost/contract/first-task";
import type { FirstSteps } from "@gatepost/domain/account/get-first-steps";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "../../components/button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { runPath } from "../run/run-path.ts";
import { useNewKey } from "./new-key.tsx";
import { steps } from "./steps.ts";

interface Props {
  step: number;
  state: FirstSteps;
  demoSite: string | undefined;
}

/** The step's name, as a link to the page where it is taken, and what else there is to say or to do. */
export function NextStep({ step, state: { task, softId }, demoSite }: Props) {
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
      {isThere ? (
        <span className="font-semibold">{name}</span>
      ) : (
        <Link
          prefetch={false}
          href={href as Route}
          className="rounded-field font-semibold text-accent underline underline-offset-4"
        >
          {name}
        </Link>
      )}
      {step === 1 && demoSite !== undefined && (
        <span className="text-muted">
          The demo site's code is <span className="font-mono font-semibold text-ink">{firstCode}</span>.
        </span>
      )}
      {/* The page of keys has a form. */}
      {step === 2 && path !== "/dashboard/keys" && <CreateKey />}
      {step === 4 && isThere && <span className="text-muted">Paste the call below into a terminal.</span>}
    </>
  );
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
    <>
      <Button
        size="small"
        busy={create.isPending}
        onClick={() => create.mutate({ name: "first key", readOnly: false, addresses: [] })}
      >
        Create key
      </Button>
      {create.error && (
        <span role="alert" className="text-failed">
          {create.error.message}
        </span>
      )}
    </>
  );
}
