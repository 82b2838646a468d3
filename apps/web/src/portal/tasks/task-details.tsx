import { helpName } from "@gatepost/contract/limits";
import type { ReactNode } from "react";
import { CopyButton } from "../../components/code-block.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHead, Panel } from "../../components/panel.tsx";
import { AddressText, StateBadge, TemplateName, waitName } from "../../components/task-labels.tsx";
import { dollars, whole } from "../../format/numbers.ts";
import { duration, moment } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";

type Task = Answers["tasks"]["get"];

export function TaskDetails({ task }: { task: Task }) {
  const { taskId, state, price, createdAt, endedAt, softId, variables, step, steps, receipts } = task;
  return (
    <Panel title="Details" actions={<CopyButton text={String(taskId)} label="Copy task ID" />}>
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
        {variables
          .filter(({ name, state: of }) => name !== helpName && of === "awaited")
          .map(({ name }) => (
            <Detail key={name} name={name}>
              {endedAt ? "never pushed" : "not pushed yet"}
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
      <dd className="max-w-[65%] shrink-0 text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** What the person is asked, if the task waits; otherwise the task. Then its state, template and address. */
export function TaskHeading({ task }: { task: Task }) {
  const { taskId, state, templateName, websiteUrl, createdAt, endedAt, price, step, steps } = task;
  const asked = endedAt ? undefined : task.variables.find(({ awaitedAt }) => awaitedAt);
  const question = asked && (asked.prompt ?? `Enter ${asked.name}`);
  return (
    <PageHead
      title={
        question ? (
          <span
            dir="auto"
            className={question.length > longTitle ? "block max-w-prose text-16 tracking-normal" : "block text-left"}
          >
            {question}
          </span>
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

/** Characters of a question beyond which it is set smaller, so that its field stays in sight. */
const longTitle = 120;

type Receipt = Task["receipts"][number];

/** Who pushed each value, and its outcome; never the value. */
function ReceiptList({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-semibold text-13">Values pushed</h3>
      <ul className="space-y-2 text-13">
        {receipts.map((receipt) => (
          <li key={`${receipt.name} ${receipt.attempt} ${receipt.pushedAt} ${receipt.pushedBy} ${receipt.outcome}`}>
            <span className="font-mono">{waitName(receipt.name)}</span>
            {receipt.attempt > 1 && ` (attempt ${receipt.attempt})`}: {characters(receipt.length)} by {receipt.pushedBy}
            , <Moment at={new Date(receipt.pushedAt * 1_000)} />. {outcomes[receipt.outcome]}
            {receipt.usedBy !== undefined && `, used by step ${receipt.usedBy}`}.
          </li>
        ))}
      </ul>
    </div>
  );
}

const characters = (length: number): string => (length === 1 ? "1 character" : `${whole(length)} characters`);

const outcomes: Record<Receipt["outcome"], string> = {
  pushed: "Not taken yet",
  taken: "Taken",
  unused: "Not used",
};
