"use client";

import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { Moment } from "../../components/moment.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Empty, LoadError, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { dollars } from "../../format/money.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";

type Entry = Answers["account"]["ledger"]["items"][number];
type Kind = Entry["kind"];

const kinds: Record<Kind, string> = {
  top_up: "Top-up",
  hold: "Held for a task",
  capture: "Paid for a task",
  release: "Hold released",
  commission: "Commission earned",
  refund: "Refund",
  correction: "Correction",
};

/** What the account can spend, and all transactions behind it. */
export function Ledger() {
  const [kind, setKind] = useState<Kind | "">("");
  const me = trpc.account.me.useQuery();
  const ledger = trpc.account.ledger.useInfiniteQuery(kind ? { kind } : {}, pages);
  const entries = itemsOf(ledger.data);
  return (
    <>
      <PageHead title="Balance" />
      <div className="space-y-4">
        <dl className="grid gap-3 sm:grid-cols-3">
          <Amount label="Available" value={me.data?.available} large />
          <Amount label="Held for open tasks" value={me.data?.held} />
          <Amount label="Bid per task" value={me.data?.bid} />
        </dl>
        <p className="max-w-prose text-muted">
          The price of a task is held when it is created, paid when it is ready, and refunded when it fails. The
          operator of this installation adds money to your balance.
        </p>
        <Panel
          title="Transactions"
          flush
          actions={
            <select
              aria-label="Kind of transaction"
              value={kind}
              onChange={({ target }) => setKind(target.value as Kind | "")}
              className="h-8 rounded-field border border-line bg-panel px-2 text-13"
            >
              <option value="">All kinds</option>
              {Object.entries(kinds).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          }
        >
          {ledger.error ? (
            <div className="p-4">
              <LoadError message={ledger.error.message} retry={() => ledger.refetch()} />
            </div>
          ) : !entries ? (
            <Skeleton className="m-4 h-48" />
          ) : entries.length === 0 ? (
            <div className="p-4">
              <Empty title="No transactions yet">
                <p>{kind ? "No transactions of this kind." : "Your first top-up or task will appear here."}</p>
              </Empty>
            </div>
          ) : (
            <>
              <table className="w-full text-left">
                <thead>
                  <tr className="border-line border-b text-13 text-muted">
                    <th scope="col" className="px-4 py-2 font-normal">
                      Time
                    </th>
                    <th scope="col" className="px-4 py-2 font-normal">
                      Kind
                    </th>
                    <th scope="col" className="whitespace-nowrap px-4 py-2 text-right font-normal">
                      To spend
                    </th>
                    <th scope="col" className="hidden px-4 py-2 text-right font-normal sm:table-cell">
                      Held
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {entries.map((entry) => (
                    <Row key={entry.entryId} {...entry} />
                  ))}
                </tbody>
              </table>
              <MoreButton pages={ledger}>Show older</MoreButton>
            </>
          )}
        </Panel>
      </div>
    </>
  );
}

function Row({ kind, available, held, taskId, softId, note, at }: Entry) {
  return (
    <tr>
      <td className="px-4 py-2 text-13 text-muted">
        <Moment at={at} />
      </td>
      <td className="px-4 py-2">
        {kinds[kind]}
        <span className="block text-13 text-muted">
          {taskId !== null && kind !== "commission" && (
            <Link href={`/dashboard/tasks/${taskId}` as Route} className="underline decoration-line underline-offset-4">
              task {taskId}
            </Link>
          )}
          {softId !== null && kind === "commission" && `softId ${softId}`}
          {note && ` ${note}`}
        </span>
      </td>
      <td className="whitespace-nowrap px-4 py-2 text-right tabular-nums">{signed(available)}</td>
      <td className="hidden px-4 py-2 whitespace-nowrap text-right text-muted tabular-nums sm:table-cell">
        {signed(held)}
      </td>
    </tr>
  );
}

function signed(amount: number): string {
  if (amount === 0) return "–";
  return amount > 0 ? `+${dollars(amount)}` : dollars(amount);
}

function Amount({ label, value, large = false }: { label: string; value: number | undefined; large?: boolean }) {
  return (
    <div className="rounded-panel border border-line bg-panel p-4">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className={`mt-1 font-semibold tabular-nums ${large ? "text-28" : "text-20"}`}>
        {value === undefined ? " " : dollars(value)}
      </dd>
    </div>
  );
}
