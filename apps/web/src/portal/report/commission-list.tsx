import { MoreButton } from "../../components/button.tsx";
import { Loaded } from "../../components/panel.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TemplateName } from "../../components/task-labels.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { dollarsInColumn, whole } from "../../format/numbers.ts";
import { timeOfDay } from "../../format/time.ts";
import { type Answers, itemsOf, pages, trpc } from "../../trpc/client.tsx";

/** A page is short, because the rest of the dashboard follows below, also on phones. */
const limit = 20;

/** The commissions of one day, the latest first. */
export function CommissionList({ softId, day, timezone }: { softId: number; day: string; timezone: string }) {
  const commissions = trpc.stats.commissions.useInfiniteQuery({ softId, from: day, to: day, timezone, limit }, pages);
  const items = itemsOf(commissions.data);
  const show = dollarsInColumn(items?.map(({ amount }) => amount) ?? []);
  const columns: Column<Answers["stats"]["commissions"]["items"][number]>[] = [
    {
      title: `Time, ${timezone}`,
      look: "whitespace-nowrap tabular-nums",
      cell: ({ at }) => <time dateTime={at.toISOString()}>{timeOfDay(at, timezone)}</time>,
    },
    {
      title: "Task",
      look: "break-words",
      cell: ({ task }) =>
        task ? (
          <>
            <QuietLink href={`/dashboard/tasks/${task.taskId}`}>{task.taskId}</QuietLink>{" "}
            <TemplateName name={task.templateName} />
          </>
        ) : (
          <span className="text-muted">Another account's, or deleted</span>
        ),
    },
    {
      title: "Commission",
      look: "whitespace-nowrap text-right tabular-nums",
      cell: ({ amount }) => show(amount),
    },
  ];
  if (items?.length === 0) return null;
  return (
    <section aria-label="Commissions" className="-mx-4 border-line border-t pt-3">
      <Loaded query={commissions} skeleton="mx-4 h-24">
        <h3 className="px-4 text-13 text-muted">
          Commissions, the latest first{commissions.hasNextPage && ` (${whole(items?.length ?? 0)} shown)`}
        </h3>
        <Table columns={columns} rows={items ?? []} keyOf={({ entryId }) => entryId} />
      </Loaded>
      <MoreButton pages={commissions}>Show older</MoreButton>
    </section>
  );
}
