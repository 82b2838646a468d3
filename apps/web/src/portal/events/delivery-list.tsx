"use client";

import { Button, MoreButton } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/query-data.ts";

type Delivery = Answers["events"]["deliveries"]["items"][number];

/** Milliseconds between two polls while a delivery is under way. */
const pollMs = 1_000;

/** A delivery counts an attempt when it begins, and has the attempt's problem once it has failed. */
const isSending = ({ nextAt, problem }: Delivery) => nextAt !== null && problem === null;

/** The deliveries to an endpoint, each with the response to its last attempt and a button to send it again. */
export function DeliveryList({ endpointId }: { endpointId: number }) {
  const list = trpc.events.deliveries.useInfiniteQuery(
    { endpointId },
    {
      ...pages,
      refetchInterval: ({ state }) => (itemsOf(state.data)?.some(isSending) ? pollMs : false),
    },
  );
  const replay = trpc.events.replay.useMutation();
  const deliveries = itemsOf(list.data);
  if (list.error) return <LoadError message={list.error.message} retry={() => list.refetch()} />;
  if (!deliveries) return <Skeleton className="h-10 w-full" />;
  return (
    <div className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold text-13">Deliveries</h3>
        <Button size="small" busy={list.isFetching} onClick={() => list.refetch()}>
          Refresh
        </Button>
      </div>
      {replay.error && <Notice tone="failed">{replay.error.message}</Notice>}
      {deliveries.length === 0 ? (
        <p className="text-muted">Nothing has been sent yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <OneDelivery
              key={delivery.deliveryId}
              delivery={delivery}
              busy={replay.isPending}
              replay={() => replay.mutate({ deliveryId: delivery.deliveryId })}
            />
          ))}
        </ul>
      )}
      <MoreButton pages={list} />
    </div>
  );
}

function OneDelivery({ delivery, busy, replay }: { delivery: Delivery; busy: boolean; replay: () => void }) {
  const { deliveryId, taskId, event, attempts, nextAt, deliveredAt, problem, status, duration, excerpt } = delivery;
  const outcome = deliveredAt
    ? { text: "✓ delivered", tone: "text-ready" }
    : nextAt
      ? { text: isSending(delivery) ? "● sending" : "● will be retried", tone: "text-waits" }
      : { text: "✕ not delivered", tone: "text-failed" };
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 grow">
        <p className="break-words">
          <code className="font-mono">{event === "test" ? "test" : `task.${event}`}</code>
          {taskId !== null && ` · task ${taskId}`}{" "}
          <span className="text-13 text-muted">
            <Moment at={delivery.createdAt} />
          </span>
        </p>
        <p className="text-13 text-muted break-words">
          <span className={outcome.tone}>{outcome.text}</span> · {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
          {status !== null && ` · HTTP ${status}`}
          {duration !== null && ` · ${duration} ms`}
          {problem !== null && ` · ${problem}`}
        </p>
        {excerpt && (
          <details className="mt-1 text-13">
            <summary className="cursor-pointer text-accent">Response</summary>
            <pre className="mt-1 whitespace-pre-wrap break-all font-mono">{excerpt}</pre>
          </details>
        )}
      </div>
      {nextAt === null && (
        <Button size="small" busy={busy} onClick={replay} aria-label={`Send delivery ${deliveryId} again`}>
          Send again
        </Button>
      )}
    </li>
  );
}
