import { type LedgerKindName, ledgerKindNames } from "@gatepost/presenters/money-csv";
import { isDay } from "../../report/view.ts";

/** Which transactions are shown, as the address says. Days are in UTC. */
export interface LedgerFilter {
  kind?: LedgerKindName | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Parses an address; what cannot be read is no filter. */
export function readLedgerFilter(params: URLSearchParams): LedgerFilter {
  const [kind, from, to] = [params.get("kind"), params.get("from"), params.get("to")];
  return {
    ...(kind && Object.hasOwn(ledgerKindNames, kind) && { kind: kind as LedgerKindName }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
