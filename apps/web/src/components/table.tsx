import type { ReactNode } from "react";

export interface Column<Row> {
  title: string;
  /** The classes of its head and of its cells. */
  look?: string;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** The first one says what a row is about. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

export function Table<Row>({ columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-line border-b text-13 text-muted">
          {columns.map(({ title, look = "" }) => (
            <th key={title} scope="col" className={`px-4 py-2 font-normal whitespace-nowrap ${look}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, look = "", cell }, index) => {
              const Cell = index === 0 ? "th" : "td";
              return (
                <Cell
                  key={title}
                  scope={index === 0 ? "row" : undefined}
                  className={`px-4 py-2 align-top font-normal ${look}`}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
