"use client";

import type { ReactNode } from "react";
import { usePageVisible } from "../../components/page-hooks.ts";
import { Empty, Loaded, PageHead } from "../../components/panel.tsx";
import { AddressText, TemplateName } from "../../components/task-labels.tsx";
import { ButtonLink, PageLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { useSteadyRows } from "../tasks/use-steady-rows.ts";
import { WaitPanel } from "../tasks/wait-panel.tsx";
import { NotifyButton } from "./notify-button.tsx";

type Wait = Answers["tasks"]["waits"]["waits"][number];

const idOf = ({ taskId, name, attempt }: Wait) => `${taskId} ${name} ${attempt}`;

/** What tasks wait for, now and whenever it changes. */
export function useInbox() {
  const client = trpc.useUtils();
  const isVisible = usePageVisible();
  const { status } = trpc.tasks.followInbox.useSubscription(undefined, {
    enabled: isVisible,
    onData: (latest) => client.tasks.waits.setData(undefined, latest),
  });
  return trpc.tasks.waits.useQuery(undefined, {
    refetchInterval: orRetry(status === "pending" ? 15_000 : 2_000),
  });
}

export function Inbox() {
  const found = useInbox();
  return (
    <>
      <PageHead
        title="Waiting for an answer"
        actions={
          <>
            <NotifyButton />
            <ButtonLink href="/dashboard/tasks/statistics" size="small">
              Statistics
            </ButtonLink>
            <ButtonLink href="/dashboard/tasks" size="small">
              All tasks
            </ButtonLink>
          </>
        }
      >
        Every task that waits for an answer, the one that expires first at the top.
      </PageHead>
      <Loaded query={found} skeleton="h-64 w-full">
        {found.data && (
          <WaitList waits={found.data.waits} total={found.data.total}>
            <Empty title="Nothing waits for an answer">
              <p>A task appears here as soon as it asks for an answer. You can leave this page open.</p>
            </Empty>
          </WaitList>
        )}
      </Loaded>
    </>
  );
}

interface ListProps {
  waits: readonly Wait[];
  /** How many there are, where these are not all that is to be listed. */
  total?: number;
  /** How many have the screenshot of the page that asks. */
  pictured?: number;
  /** Shown if there is none. */
  children?: ReactNode;
}

/** Waits, each with its field. They stay in their places while somebody points at them or types. */
export function WaitList({ waits, total = waits.length, pictured = waits.length, children }: ListProps) {
  const { rows, added, hold } = useSteadyRows(waits, { idOf });
  // What has ended or was answered goes at once, so that nobody answers it again.
  const open = new Set(waits.map(idOf));
  const shown = rows.filter((wait) => open.has(idOf(wait)));
  const more = total - waits.length;
  return (
    <>
      {shown.length === 0 && added === 0 ? (
        children
      ) : (
        <ul {...hold} className="space-y-4">
          {shown.map((wait, n) => (
            <li key={idOf(wait)}>
              <p className="mb-1 flex flex-wrap gap-x-2 text-13 text-muted">
                <PageLink href={`/dashboard/tasks/${wait.taskId}`}>Task {wait.taskId}</PageLink>
                <span className="wrap-anywhere min-w-0">
                  <TemplateName name={wait.templateName} /> at <AddressText address={wait.websiteUrl} />
                </span>
              </p>
              <WaitPanel
                taskId={wait.taskId}
                variable={wait}
                pictured={n < pictured ? wait.pictureStepId : undefined}
                inList
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 text-13 text-muted empty:hidden">
        {added > 0 && `${added} new, shown once the pointer and the focus leave the list. `}
        {more > 0 && `${more} more. They appear as you answer these.`}
      </p>
    </>
  );
}
