import type { ErrorRow } from "@gatepost/domain/stats/get-errors";
import { errorMeaning } from "@gatepost/presenters/app-stats";
import type { Route } from "next";
import Link from "next/link";
import { Panel } from "../../components/panel.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { share as shareText, whole } from "../../format/number.ts";
import { colourOf } from "./colours.ts";
import { finished } from "./finished.ts";

const cell = "px-4 py-2 align-top";
const head = `${cell} whitespace-nowrap font-normal text-13 text-muted`;

/** Error codes with count, share of all errors, trend and meaning. */
export function ErrorTable({
  errors,
  comparable,
  partial,
  tasks,
}: {
  errors: readonly ErrorRow[];
  /** Whether the application existed during the whole period before. */
  comparable: boolean;
  /** The last day is not over. */
  partial: boolean;
  /** The list of one's own tasks that failed with a code. */
  tasks?: (code: string) => Route;
}) {
  return (
    <Panel title="Error codes" flush>
      {errors.length === 0 ? (
        <p className="px-4 pb-3 text-muted">No errors in this range.</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className={head}>
                Code and meaning
              </th>
              <th scope="col" className={`${head} text-right`}>
                Count
              </th>
              <th scope="col" className={`${head} hidden text-right sm:table-cell`}>
                Share
              </th>
              <th scope="col" className={`${head} hidden md:table-cell`}>
                Trend
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {errors.map(({ code, count, share, before, values }) => (
              <tr key={code}>
                <th scope="row" className={`${cell} font-normal`}>
                  <span className="flex items-baseline gap-2">
                    <span className="size-2.5 shrink-0" style={{ background: colourOf(code) }} />
                    <span className="font-mono text-13">
                      {tasks ? (
                        <Link
                          prefetch={false}
                          href={tasks(code)}
                          className="underline decoration-line underline-offset-4 hover:decoration-accent"
                        >
                          {code}
                        </Link>
                      ) : (
                        code
                      )}
                    </span>
                  </span>
                  <span className="mt-0.5 block text-13 text-muted">{errorMeaning(code).description}</span>
                </th>
                <td className={`${cell} text-right tabular-nums`}>
                  {whole(count)}
                  {comparable && (
                    <span className="block whitespace-nowrap text-12 text-muted">{whole(before)} before</span>
                  )}
                </td>
                <td className={`${cell} hidden whitespace-nowrap text-right tabular-nums sm:table-cell`}>
                  {shareText(share)}
                </td>
                <td className={`${cell} hidden md:table-cell`}>
                  <Sparkline values={finished(values, partial)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tasks && errors.length > 0 && (
        <p className="border-line border-t px-4 py-2 text-12 text-muted print:hidden">
          A code links to your own tasks that failed with it. Other accounts’ tasks and refused calls are counted, but
          not listed.
        </p>
      )}
    </Panel>
  );
}
