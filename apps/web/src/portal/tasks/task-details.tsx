import type { ReactNode } from "react";
import { CopyButton } from "../../components/copy-button.tsx";
import { Panel } from "../../components/panel.tsx";
import { dollars } from "../../format/money.ts";
import { duration, moment } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";
import { ReceiptList } from "./receipt-list.tsx";

/** What a task costs, when it ran, and the outcome of each late value. */
export function TaskDetails({ task }: { task: Answers["tasks"]["get"] }) {
  const { taskId, state, price, createdAt, endedAt, softId, variables, step, steps, receipts } = task;
  return (
    <Panel title="Details" actions={<CopyButton text={String(taskId)} label="Copy task id" />}>
      <dl className="space-y-2 text-13">
        <Detail name="Step">
          {step} of {steps}
        </Detail>
        <Detail name="Price">
          {dollars(price)} {state === "ready" ? "paid" : endedAt ? "refunded" : "held"}
        </Detail>
        <Detail name="Created">{moment(createdAt)}</Detail>
        {endedAt && <Detail name="Ended">{moment(endedAt)}</Detail>}
        {endedAt && <Detail name="Duration">{duration(endedAt.getTime() - createdAt.getTime())}</Detail>}
        {softId !== null && <Detail name="softId">{softId}</Detail>}
        {variables.map(({ name, state: of, length, attempt }) => (
          <Detail key={name} name={name}>
            {of === "awaited" && endedAt ? "never pushed" : of}
            {length !== null && `, ${length} characters`}
            {attempt > 1 && `, attempt ${attempt}`}
          </Detail>
        ))}
      </dl>
      <ReceiptList receipts={receipts} />
    </Panel>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 break-words text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}
