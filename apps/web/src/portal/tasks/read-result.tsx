"use client";

import { CopyButton } from "../../components/copy-button.tsx";
import type { Answers } from "../../trpc/client.tsx";
import { resultPath } from "./result-path.ts";

type Read = Extract<Answers["tasks"]["outcome"], { status: "failed" }>["read"];

/** The texts and lists that a task read. */
export function ReadResult({ taskId, read, none }: { taskId: number; read: Read; none: string }) {
  const { texts, data } = read;
  if (texts.length === 0 && data.length === 0) return none ? <p className="text-13 text-muted">{none}</p> : null;
  return (
    <>
      {texts.map(({ name, text, isCut }) => (
        <div key={name}>
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold text-13">{name}</h3>
            {isCut ? <Whole href={resultPath(taskId, "text", name)} of={name} /> : <CopyButton text={text} />}
          </div>
          <p className="mt-1 max-h-60 overflow-auto break-words whitespace-pre-wrap">
            {text}
            {isCut && "…"}
          </p>
        </div>
      ))}
      {data.map((list) => (
        <DataTable key={list.name} taskId={taskId} list={list} />
      ))}
    </>
  );
}

/** On a narrow screen the table scrolls, so that numbers and words are not broken in the middle. */
const cellClass = "max-sm:w-max max-sm:max-w-60";

function DataTable({ taskId, list }: { taskId: number; list: Read["data"][number] }) {
  const { name, columns, rows, items, isCut } = list;
  const tabbed = [columns, ...rows].map((row) => row.map((cell) => cell ?? "").join("\t")).join("\n");
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-13">{name}</h3>
        <span className="text-13 text-muted tabular-nums">
          {items} {items === 1 ? "item" : "items"}
          {isCut && `, ${rows.length} shown in part`}
        </span>
        {!isCut && <CopyButton text={tabbed} label="Copy table" />}
        <Whole href={resultPath(taskId, "data", name)} of={name} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section aria-label={name} tabIndex={0} className="mt-1 max-h-96 overflow-auto rounded-field border border-line">
        <table className="w-full text-left text-13">
          <thead className="sticky top-0 bg-raised">
            <tr>
              {columns.map((column) => (
                <th key={column} className="px-3 py-2 font-semibold">
                  <div className={cellClass}>{column}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={columns[at]} className="px-3 py-1.5 align-top">
                    <div className={cellClass}>{cell ?? <span className="text-muted">none</span>}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Whole({ href, of }: { href: string; of: string }) {
  return (
    <a href={href} download aria-label={`Download ${of}`} className="text-13 text-accent underline underline-offset-4">
      Download
    </a>
  );
}
