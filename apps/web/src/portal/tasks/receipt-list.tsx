import { Moment } from "../../components/moment.tsx";
import type { Answers } from "../../trpc/client.tsx";

type Receipt = Answers["tasks"]["get"]["receipts"][number];

/** Who pushed each value, and its outcome; never the value. */
export function ReceiptList({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold text-13">Values pushed</h3>
      <ul className="space-y-2 text-13">
        {receipts.map((receipt) => (
          <li key={`${receipt.name} ${receipt.attempt} ${receipt.pushedAt} ${receipt.pushedBy} ${receipt.outcome}`}>
            <span className="font-mono">{receipt.name}</span>
            {receipt.attempt > 1 && ` (attempt ${receipt.attempt})`}: {receipt.length} characters by {receipt.pushedBy},{" "}
            <Moment at={new Date(receipt.pushedAt * 1_000)} />. {outcomes[receipt.outcome]}
            {receipt.usedBy !== undefined && `, used by step ${receipt.usedBy}`}.
          </li>
        ))}
      </ul>
    </>
  );
}

const outcomes: Record<Receipt["outcome"], string> = {
  pushed: "Not taken yet",
  taken: "Taken",
  unused: "Not used",
};
