"use client";

import { firstCode, firstTask } from "@gatepost/contract/first-task";
import type { FirstSteps } from "@gatepost/domain/account/get-first-steps";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { buttonClass } from "../../components/button-class.ts";
import { trpc } from "../../trpc/client.tsx";
import { runPath } from "../run/run-path.ts";
import { useNewKey } from "./new-key.tsx";

interface Props {
  step: number;
  state: FirstSteps;
  demoSite: string | undefined;
}

/** What to do for a step: a button, or a link to the page where it is taken. */
export function NextStep({ step, state: { task, softId }, demoSite }: Props) {
  switch (step) {
    case 0:
      return <Go href={runPath(demoSite === undefined ? undefined : firstTask.templateName)}>Run a template</Go>;
    case 1:
      return (
        <>
          {task && <Go href={`/dashboard/tasks/${task.taskId}`}>Enter the code</Go>}
          {demoSite !== undefined && (
            <p className="text-muted">
              The demo site's code is <span className="font-mono font-semibold text-ink">{firstCode}</span>.
            </p>
          )}
        </>
      );
    case 2:
      return <CreateKey />;
    case 3:
      return <Go href="/dashboard/apps/new">Register an application</Go>;
    default:
      return (
        <Go href={`/dashboard/apps/${softId}`} there="Paste the call below into a terminal.">
          Open its dashboard
        </Go>
      );
  }
}

function CreateKey() {
  const client = trpc.useUtils();
  const { keep } = useNewKey();
  const path = usePathname();
  const create = trpc.keys.create.useMutation({
    onSuccess({ clientKey }) {
      keep(clientKey);
      return Promise.all([client.account.firstSteps.invalidate(), client.keys.list.invalidate()]);
    },
  });
  // Its page has the form.
  if (path === "/dashboard/keys") return null;
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
        <p role="alert" className="text-failed">
          {create.error.message}
        </p>
      )}
    </>
  );
}

/** A link to the page where the step is taken; there, what to do. */
function Go({ href, there, children }: { href: string; there?: string; children: ReactNode }) {
  const isThere = usePathname() === href.split("?")[0];
  if (isThere) return there && <p className="text-muted">{there}</p>;
  return (
    <Link prefetch={false} href={href as Route} className={buttonClass("plain", "small")}>
      {children}
    </Link>
  );
}
