import type { ChartData } from "../../report/chart-rows.ts";

const cell = "px-4 py-2 align-top";
const head = `${cell} font-normal text-13 whitespace-nowrap text-muted`;

export interface NumbersProps extends ChartData {
  show: (value: number) => string;
  /** The link of a row. */
  choose?: (key: string) => void;
}

export function Numbers({ rows, series, show, choose }: NumbersProps) {
  const compared = rows.some(({ before }) => before !== undefined);
  return (
    <table className="w-full text-left tabular-nums">
      <thead className="sticky top-0 bg-panel">
        <tr>
          <th scope="col" className={head}>
            When
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className={`${head} text-right`}>
              {name}
            </th>
          ))}
          {compared && (
            <th scope="col" className={`${head} text-right`}>
              Previous
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, name, partial, values, before, beforeName }) => (
          <tr key={key}>
            <th scope="row" className={`${cell} whitespace-nowrap font-normal`}>
              {choose ? (
                <button
                  type="button"
                  onClick={() => choose(key)}
                  className="underline decoration-line underline-offset-4"
                >
                  {name}
                </button>
              ) : (
                name
              )}
              {partial && <span className="text-muted"> so far</span>}
            </th>
            {series.map(({ name: of }, index) => (
              <td key={of} className={`${cell} text-right`}>
                {show(values[index] ?? 0)}
              </td>
            ))}
            {compared && (
              <td className={`${cell} text-right text-muted`} title={beforeName}>
                {before === undefined ? "–" : show(before)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
