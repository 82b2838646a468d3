"use client";

import type { AlertKind } from "@gatepost/domain/alert/rules";
import type { ListedSubscription } from "@gatepost/domain/report-email/list-report-subscriptions";
import type { SubscriptionKind } from "@gatepost/domain/report-email/schedule";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { moment } from "../../format/time.ts";
import { trpc } from "../../trpc/client.tsx";

const labels: Record<SubscriptionKind, string> = {
  weekly: "Weekly report",
  monthly: "Monthly report",
  alerts: "Alerts",
};

const alertNames: Record<AlertKind, string> = {
  error_rate: "more tasks fail than normal",
  no_tasks: "no tasks for 24 hours",
  no_views: "no page views for 24 hours",
};

/** One report, or the alerts, to one address: on or off, when the next is due, and whether the last was sent. */
export function ReportSwitch({
  softId,
  addressId,
  email,
  kind,
  zone,
  subscription,
}: {
  softId: number;
  addressId: number;
  email: string;
  kind: SubscriptionKind;
  zone: string;
  /** Undefined: off. */
  subscription: ListedSubscription | undefined;
}) {
  const client = trpc.useUtils();
  const renew = () => client.reports.list.invalidate({ softId });
  const on = subscription !== undefined;
  const [chosen, setChosen] = useState(on);
  useEffect(() => setChosen(on), [on]);
  const set = trpc.reports.set.useMutation({ onSuccess: renew, onError: () => setChosen(on) });
  const test = trpc.reports.sendTest.useMutation({ onSuccess: renew });
  const error = set.error ?? test.error;
  function change(next: boolean) {
    setChosen(next);
    test.reset();
    set.mutate({ softId, addressId, kind, on: next, timezone: zone });
  }
  return (
    <div className="min-w-0">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-label={`${labels[kind]} to ${email}`}
          checked={chosen}
          onChange={({ target }) => change(target.checked)}
        />
        {labels[kind]}
      </label>
      {subscription && (
        <div className="mt-1 space-y-1 pl-6 text-13 text-muted">
          {subscription.ongoing.length > 0 && (
            <p className="text-failed">Now: {subscription.ongoing.map((alert) => alertNames[alert]).join(", ")}</p>
          )}
          <p>
            {kind === "alerts" ? "Next check" : "Next"}: {moment(subscription.nextAt, subscription.timezone)}
          </p>
          {subscription.last && <p>{lastText(subscription.last, subscription.timezone)}</p>}
          {subscription.timezone !== zone && (
            <Button size="small" busy={set.isPending} onClick={() => change(true)}>
              Use {zone}
            </Button>
          )}
          <Button
            size="small"
            aria-label={`Send one now as a test: ${labels[kind]} to ${email}`}
            busy={test.isPending}
            onClick={() => test.mutate({ softId, addressId, kind })}
          >
            Send one now as a test
          </Button>
          {test.isSuccess && <p role="status">A test is on its way.</p>}
        </div>
      )}
      {error && <Notice tone="failed">{error.message}</Notice>}
    </div>
  );
}

function lastText({ at, outcome, problem }: NonNullable<ListedSubscription["last"]>, timezone: string): string {
  const time = moment(at, timezone);
  if (outcome === "sent") return `Last sent: ${time}`;
  if (outcome === "pending") return problem ? `Not sent yet: ${problem}. It will be retried.` : "One is being sent.";
  if (outcome === "unknown") return `Sent on ${time}, but the mail server may not have accepted it.`;
  return `Not sent on ${time}: ${problem}.`;
}
