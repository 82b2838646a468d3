import { MoreButton } from "../../components/button.tsx";
import { LoadError, Skeleton } from "../../components/panel.tsx";
import { TemplateName } from "../../components/task-labels.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { dollars, whole } from "../../format/numbers.ts";
import { timeOfDay } from "../../format/time.ts";
import { itemsOf, pages, trpc } from "../../trpc/client.tsx";

const cell = "py-1.5 pr-4 align-top last:pr-0 last:text-right";

/** A page is short, because the rest of the dashboard follows below, also on phones. */
const limit = 20;

/** The commissions of one day, the latest first. */
export function CommissionList({ softId, day, timezone }: { softId: number; day: string; timezone: string }) {
  const asked = { softId, from: day, to: day, timezone, limit };
  const commissions = trpc.stats.commissions.useInfiniteQuery(asked, pages);
  const items = itemsOf(commissions.data);
  if (commissions.error) return <LoadError message={commissions.error.message} retry={() => commissions.refetch()} />;
  if (!items) return <Skeleton className="mt-3 h-24 w-full" />;
  if (items.length === 0) return null;
  return (
    <section aria-label="Commissions" className="mt-3 border-line border-t pt-3">
      <h3 className="text-13 text-muted">
        Commissions, the latest first{commissions.hasNextPage && ` (${whole(items.length)} shown)`}
      </h3>
      <table className="mt-1 w-full text-left">
        <thead className="text-13 text-muted">
          <tr>
            {[`Time, ${timezone}`, "Task", "Commission"].map((title) => (
              <th key={title} scope="col" className={`${cell} font-normal last:whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map(({ entryId, at, amount, task }) => (
            <tr key={entryId}>
              <td className={`${cell} whitespace-nowrap tabular-nums`}>
                <time dateTime={at.toISOString()}>{timeOfDay(at, timezone)}</time>
              </td>
              <td className={`${cell} break-words`}>
                {task ? (
                  <>
                    <QuietLink href={`/dashboard/tasks/${task.taskId}`}>{task.taskId}</QuietLink>{" "}
                    <TemplateName name={task.templateName} />
                  </>
                ) : (
                  <span className="text-muted">Another account's, or deleted</span>
                )}
              </td>
              <td className={`${cell} whitespace-nowrap tabular-nums`}>{dollars(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton pages={commissions}>Show older</MoreButton>
    </section>
  );
}
