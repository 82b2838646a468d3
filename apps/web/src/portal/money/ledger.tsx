"use client";

import { ledgerCsv, ledgerKindNames } from "@gatepost/presenters/money-csv";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button, MoreButton } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty, Loaded, Notice, PageHead, Panel } from "../../components/panel.tsx";
import { SmallSelect } from "../../components/select.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { dollars, dollarsInColumn } from "../../format/numbers.ts";
import { isDay, query } from "../../report/view.ts";
import { type Answers, itemsOf, pages, trpc } from "../../trpc/client.tsx";
import { saveFile } from "../files.ts";
import { useAddress } from "../use-address.ts";
import { type LedgerFilter, readLedgerFilter } from "./ledger-filter.ts";

export function Ledger() {
  const [address, push] = useAddress();
  const filter = readLedgerFilter(new URLSearchParams(address));
  const show = (next: LedgerFilter, how?: "replace") => push(query({ ...filter, ...next }), how);
  const filtered = filter.kind || filter.from || filter.to;
  const me = trpc.account.me.useQuery();
  const ledger = trpc.account.ledger.useInfiniteQuery(filter, pages);
  const entries = itemsOf(ledger.data);
  const saving = useSavedCsv(filter);
  const said = saving.error ? "The transactions could not be read. Check your connection and try again." : saving.data;
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
          The price of a task is held when it is created, paid when the task succeeds, and refunded when it fails. The
          operator of this installation adds money to your balance.
        </p>
        <Panel
          title="Transactions"
          flush
          actions={
            <>
              <DayInput label="From" value={filter.from} choose={(from) => show({ from }, "replace")} />
              <DayInput label="To" value={filter.to} choose={(to) => show({ to }, "replace")} />
              <span className="text-13 text-muted print:hidden">UTC</span>
              <SmallSelect
                label="Kind of transaction"
                value={filter.kind ?? ""}
                names={{ "": "All kinds", ...ledgerKindNames }}
                choose={(kind) => show({ kind: kind || undefined })}
              />
              <Button size="small" busy={saving.isPending} onClick={() => saving.mutate()}>
                Export CSV
              </Button>
            </>
          }
        >
          {said && (
            <Notice tone="waits" className="mx-4 mb-2">
              {said}
            </Notice>
          )}
          <Loaded query={ledger} skeleton="m-4 h-48">
            {entries?.length === 0 ? (
              <div className="p-4">
                <Empty
                  title={
                    filter.from && filter.to && filter.from > filter.to
                      ? "The first day must not be later than the last day"
                      : filtered
                        ? "No matching transactions"
                        : "No transactions yet"
                  }
                >
                  {filtered ? (
                    <Button size="small" onClick={() => push("?")}>
                      Show all
                    </Button>
                  ) : (
                    <p>Your first top-up or task will appear here.</p>
                  )}
                </Empty>
              </div>
            ) : (
              <Table columns={columnsOf(entries ?? [])} rows={entries ?? []} keyOf={({ entryId }) => entryId} />
            )}
          </Loaded>
          <MoreButton pages={ledger}>Show older</MoreButton>
        </Panel>
      </div>
    </>
  );
}

/** A file has the latest ones. */
const maxEntries = 10_000;

/** Downloads the transactions as CSV, read page by page. Its data says what was left out. */
function useSavedCsv(filter: LedgerFilter) {
  const { client } = trpc.useUtils();
  return useMutation({
    async mutationFn() {
      const entries: Entry[] = [];
      let cursor: number | null = null;
      do {
        const page: Answers["account"]["ledger"] = await client.account.ledger.query({ ...filter, limit: 100, cursor });
        entries.push(...page.items);
        cursor = page.next;
      } while (cursor !== null && entries.length < maxEntries);
      const name = `gatepost-transactions-${filter.from ?? "first"}-${filter.to ?? "latest"}.csv`;
      saveFile(name, new Blob([ledgerCsv(entries)], { type: "text/csv;charset=utf-8" }));
      return cursor === null ? "" : "The file has the latest 10,000 transactions. Choose earlier days for the others.";
    },
  });
}

interface DayInputProps {
  label: string;
  value: string | undefined;
  choose: (day: string | undefined) => void;
}

/** The browser's own state, because a day that is half typed is no day yet. */
function DayInput({ label, value, choose }: DayInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const shown = value ?? "";
    if (input.current && input.current.value !== shown) input.current.value = shown;
  }, [value]);
  return (
    <label className="flex items-center gap-1.5 text-13 text-muted">
      {label}
      <input
        ref={input}
        type="date"
        defaultValue={value}
        min="1971-01-01"
        onChange={({ target }) => {
          if (target.value === "" || isDay(target.value)) choose(target.value || undefined);
        }}
        className="h-8 rounded-field border border-line bg-panel px-2 text-13 text-ink"
      />
    </label>
  );
}

function Amount({ label, value, large = false }: { label: string; value: number | undefined; large?: boolean }) {
  return (
    <div className="min-w-0 rounded-panel border border-line bg-panel p-4">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className={`wrap-anywhere mt-1 font-semibold tabular-nums ${large ? "text-28" : "text-20"}`}>
        {value === undefined ? " " : dollars(value)}
      </dd>
    </div>
  );
}

type Entry = Answers["account"]["ledger"]["items"][number];

/** On a phone, what is beside the kind and the change is below them. */
const beside = "hidden whitespace-nowrap sm:table-cell";
const number = "text-right tabular-nums";

function columnsOf(entries: readonly Entry[]): Column<Entry>[] {
  const show = dollarsInColumn(entries.flatMap(({ available, held, balance }) => [available, held, balance]));
  const signed = (amount: number) => (amount === 0 ? "–" : `${amount > 0 ? "+" : ""}${show(amount)}`);
  return [
    { title: "Time", look: `${beside} text-13 text-muted`, cell: ({ at }) => <Moment at={at} /> },
    {
      title: "Kind",
      cell: ({ kind, at, taskId, softId, note }) => (
        <>
          {ledgerKindNames[kind]}
          <Moment at={at} className="block text-13 text-muted sm:hidden" />
          <span className="block text-13 text-muted">
            {taskId !== null && kind !== "commission" && (
              <QuietLink href={`/dashboard/tasks/${taskId}`}>task {taskId}</QuietLink>
            )}
            {softId !== null && kind === "commission" && `softId ${softId}`}
            {note && ` ${note}`}
          </span>
        </>
      ),
    },
    {
      title: "Change",
      look: `whitespace-nowrap ${number}`,
      cell: ({ available, balance }) => (
        <>
          {signed(available)}
          <span className="block text-13 text-muted sm:hidden">balance {show(balance)}</span>
        </>
      ),
    },
    { title: "Held", look: `${beside} ${number} text-muted`, cell: ({ held }) => signed(held) },
    { title: "Balance", look: `${beside} ${number}`, cell: ({ balance }) => show(balance) },
  ];
}
