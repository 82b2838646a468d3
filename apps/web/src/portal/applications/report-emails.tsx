"use client";

import { subscriptionKinds } from "@gatepost/domain/report-email/schedule";
import { useEffect, useState } from "react";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { ZoneSelect } from "../report/zone-select.tsx";
import { ReportSwitch } from "./report-switch.tsx";

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
  const [ownZone, setOwnZone] = useState("UTC");
  useEffect(() => setOwnZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
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
      {list.error && <LoadError message={list.error.message} retry={() => list.refetch()} />}
      {list.isPending && <Skeleton className="mt-3 h-10 w-64" />}
      {list.data && !sends && (
        <Notice tone="waits">
          This installation sends no emails. Its operator can set <code>GATEPOST_SMTP_URL</code>.
        </Notice>
      )}
      {sends && list.data && addresses.length > 0 && (
        <>
          <div className="mt-3 flex flex-wrap items-center gap-2 text-13">
            <span>Time zone of new emails</span>
            <ZoneSelect zone={zone} choose={setChosenZone} />
          </div>
          <ul className="mt-3 divide-y divide-line border-line border-y">
            {addresses.map(({ addressId, email, subscriptions }) => (
              <li key={addressId} className="py-3">
                <p className="break-words font-medium">{email}</p>
                <div className="mt-2 grid gap-3 sm:grid-cols-3">
                  {subscriptionKinds.map((kind) => (
                    <ReportSwitch
                      key={kind}
                      {...{ softId, addressId, email, kind, zone }}
                      subscription={subscriptions.find((one) => one.kind === kind)}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {sends && list.data && (
        <p className="mt-3 max-w-prose">
          {addresses.length === 0 && "No address is confirmed yet. "}
          <PageLink href="/dashboard/account">Add an address</PageLink> on the Account page; its owner confirms it.
        </p>
      )}
    </Panel>
  );
}
