import { Ledger } from "../../../portal/money/ledger.tsx";
import { readLedgerFilter } from "../../../portal/money/ledger-filter.ts";
import { addressOf, portalView } from "../../../trpc/server.tsx";

export const metadata = { title: "Balance" };

export default async function Page({ searchParams }: PageProps<"/dashboard/balance">) {
  const filter = readLedgerFilter(await addressOf(searchParams));
  return portalView(<Ledger />, (trpc) => [trpc.account.me.prefetch(), trpc.account.ledger.prefetchInfinite(filter)]);
}
