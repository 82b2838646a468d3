import { ledgerKindNames } from "@gatepost/presenters/ledger-csv";
import type { Route } from "next";
import Link from "next/link";
import { Moment } from "../../components/moment.tsx";
import { dollars } from "../../format/money.ts";
import type { Answers } from "../../trpc/client.tsx";

type Entry = Answers["account"]["ledger"]["items"][number];

/** A transaction, with the balance after it. */
export function LedgerRow({ kind, available, held, balance, taskId, softId, note, at }: Entry) {
  return (
    <tr>
      <td className="hidden px-4 py-2 text-13 text-muted sm:table-cell">
        <Moment at={at} />
      </td>
      <td className="px-4 py-2">
        {ledgerKindNames[kind]}
        <span className="block text-13 text-muted sm:hidden">
          <Moment at={at} />
        </span>
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
      <td className="whitespace-nowrap px-4 py-2 text-right tabular-nums">{dollars(balance)}</td>
    </tr>
  );
}

function signed(amount: number): string {
  if (amount === 0) return "–";
  return amount > 0 ? `+${dollars(amount)}` : dollars(amount);
}
