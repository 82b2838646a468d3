import { AddressText } from "../../components/address-text.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { dollars } from "../../format/money.ts";
import { duration } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";
import { TemplateName } from "./template-name.tsx";

type Task = Answers["tasks"]["get"];

/** What the person is asked, if the task waits; otherwise the task. Then its state, template and address. */
export function TaskHeading({ task }: { task: Task }) {
  const { taskId, state, templateName, websiteUrl, createdAt, endedAt, price, step, steps } = task;
  const asked = endedAt ? undefined : task.variables.find(({ awaitedAt }) => awaitedAt);
  return (
    <PageHead
      title={
        asked ? (
          (asked.prompt ?? `Enter ${asked.name}`)
        ) : (
          <span className="flex flex-wrap items-center gap-3">
            <span className="tabular-nums">Task {taskId}</span>
            <span className="font-normal text-16">
              <StateBadge state={state} />
            </span>
          </span>
        )
      }
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        {asked && (
          <>
            <StateBadge state={state} />
            <span className="tabular-nums">Task {taskId}</span>
          </>
        )}
        <span className="wrap-anywhere min-w-0">
          <TemplateName name={templateName} /> at <AddressText address={websiteUrl} />
        </span>
        {endedAt ? (
          <span className="tabular-nums">
            took {duration(endedAt.getTime() - createdAt.getTime())} · {dollars(price)}{" "}
            {state === "ready" ? "paid" : "refunded"}
          </span>
        ) : (
          state === "running" && (
            <span className="tabular-nums">
              step {step} of {steps}
            </span>
          )
        )}
      </span>
    </PageHead>
  );
}
