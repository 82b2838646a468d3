import { type Column, Table } from "../../components/table.tsx";
import type { ChartData, ChartRow } from "../../report/chart-rows.ts";

export interface NumbersProps extends ChartData {
  show: (value: number) => string;
  /** The link of a row. */
  choose?: (key: string) => void;
}

export function Numbers({ rows, series, show, choose }: NumbersProps) {
  const when = ({ key, name, partial }: ChartRow) => (
    <>
      {choose ? (
        <button type="button" onClick={() => choose(key)} className="underline decoration-line underline-offset-4">
          {name}
        </button>
      ) : (
        name
      )}
      {partial && <span className="text-muted"> so far</span>}
    </>
  );
  const number = "text-right tabular-nums";
  const columns: Column<ChartRow>[] = [
    { title: "When", look: "whitespace-nowrap tabular-nums", cell: when },
    ...series.map(({ name }, index) => ({
      title: name,
      look: number,
      cell: ({ values }: ChartRow) => show(values[index] ?? 0),
    })),
  ];
  if (rows.some(({ before }) => before !== undefined))
    columns.push({
      title: "Previous",
      look: `${number} text-muted`,
      cell: ({ before, beforeName }) => <span title={beforeName}>{before === undefined ? "–" : show(before)}</span>,
    });
  return <Table columns={columns} rows={rows} keyOf={({ key }) => key} />;
}
