import type { AlertKind } from "@gatepost/domain/notifications/alerts";
import { type SubscriptionKind, subscriptionKinds } from "@gatepost/domain/notifications/report-schedule";
import type { ListedSubscription } from "@gatepost/domain/notifications/report-subscriptions";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Check } from "../../components/form.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { Loaded, Notice, Panel } from "../../components/panel.tsx";
import { ZoneSelect } from "../../components/select.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { moment } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { SendsNoEmails } from "../account/email-addresses.tsx";

type Listed = Answers["reports"]["list"];

/** Whether an email is about to be sent, of which the page soon says more. */
function isSending(listed: Listed | undefined): boolean {
  const all = listed?.addresses.flatMap(({ subscriptions }) => subscriptions) ?? [];
  return all.some(({ last }) => last?.outcome === "pending" && last.problem === null);
}

/** Which confirmed addresses get reports and alerts about this application by email. */
export function ReportEmails({ softId }: { softId: number }) {
  const list = trpc.reports.list.useQuery(
    { softId },
    { refetchInterval: ({ state }) => isSending(state.data) && 2_000 },
  );
  const [chosenZone, setChosenZone] = useState<string>();
  const ownZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const { addresses = [], sends = true } = list.data ?? {};
  const usedZone = addresses.flatMap(({ subscriptions }) => subscriptions)[0]?.timezone;
  const zone = chosenZone ?? usedZone ?? ownZone;
  return (
    <Panel title="Reports and alerts by email">
      <p className="max-w-prose text-muted">
        A report has this application's figures and how they changed. The weekly one is sent on Mondays, about the week
        before; the monthly one on the first of each month, about the month before. An alert is sent when many more
        tasks fail than usual, or when an application that always has tasks or page views has none for a day. A second
        email says when that is over. Each email has a link to unsubscribe.
      </p>
      <Loaded query={list} skeleton="h-10 w-64">
        {!sends && <SendsNoEmails />}
      </Loaded>
      {sends && addresses.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-2 text-13">
            <span>Time zone of new emails</span>
            <ZoneSelect zone={zone} choose={setChosenZone} />
          </div>
          <ul className="divide-y divide-line border-line border-y">
            {addresses.map((address) => (
              <li key={address.addressId} className="py-3">
                <p className="break-words font-semibold">{address.email}</p>
                <div className="mt-2 grid gap-3 sm:grid-cols-3">
                  {subscriptionKinds.map((kind) => (
                    <ReportSwitch key={kind} softId={softId} address={address} kind={kind} zone={zone} />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {sends && list.data && (
        <p className="max-w-prose">
          {addresses.length === 0 && "No address is confirmed yet. "}
          <PageLink href="/dashboard/account">Add an address</PageLink> on the Account page; its owner confirms it.
        </p>
      )}
    </Panel>
  );
}

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

interface ReportSwitchProps {
  softId: number;
  address: Listed["addresses"][number];
  kind: SubscriptionKind;
  zone: string;
}

function ReportSwitch({ softId, address: { addressId, email, subscriptions }, kind, zone }: ReportSwitchProps) {
  const subscription = subscriptions.find((one) => one.kind === kind);
  /** Until it is stored. */
  const [chosen, setChosen] = useState<boolean>();
  const set = trpc.reports.set.useMutation({ onSettled: () => setChosen(undefined) });
  const isHydrated = useHydrated();
  const change = (on: boolean) => {
    setChosen(on);
    set.mutate({ softId, addressId, kind, on, timezone: zone });
  };
  return (
    <div className="min-w-0">
      <Check
        aria-label={`${labels[kind]} to ${email}`}
        checked={chosen ?? subscription !== undefined}
        disabled={!isHydrated}
        onChange={({ target }) => change(target.checked)}
      >
        {labels[kind]}
      </Check>
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
        </div>
      )}
      {set.error && <Notice tone="failed">{set.error.message}</Notice>}
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
