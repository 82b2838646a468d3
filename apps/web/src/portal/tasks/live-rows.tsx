"use client";

import { useState } from "react";
import { BulkCancel } from "./bulk-cancel.tsx";
import { type ListedTask, TaskRow } from "./task-row.tsx";
import { useSteadyRows } from "./use-steady-rows.ts";

const idOf = ({ taskId }: ListedTask) => taskId;

/** Rows that change by themselves, but not their order while somebody points at them or has chosen some. */
export function LiveRows({ items }: { items: readonly ListedTask[] }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const { rows, added, hold } = useSteadyRows(items, { isHeld: ids.size > 0, idOf });
  const open = rows.filter(({ endedAt }) => !endedAt);
  const chosen = open.filter(({ taskId }) => ids.has(taskId));
  const areAll = open.length > 0 && chosen.length === open.length;
  return (
    <>
      <BulkCancel chosen={chosen} clear={() => setIds(new Set())} />
      <div className="mb-1 flex min-h-6 flex-wrap items-center gap-4 px-4 text-13 text-muted">
        {open.length > 0 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={areAll}
              onChange={() => setIds(new Set(areAll ? [] : open.map(idOf)))}
              className="size-4 accent-accent"
            />
            {open.length === 1 ? "Choose the one that has not ended" : `Choose all ${open.length} that have not ended`}
          </label>
        )}
        <span role="status">
          {added > 0 && `${added} new ${added === 1 ? "task" : "tasks"}, shown when the pointer leaves the list`}
        </span>
      </div>
      <ul {...hold} className="divide-y divide-line rounded-panel border border-line bg-panel">
        {rows.map((task) => (
          <TaskRow
            key={task.taskId}
            task={task}
            isChosen={ids.has(task.taskId)}
            choose={(isChosen) => {
              const next = new Set(ids);
              if (isChosen) next.add(task.taskId);
              else next.delete(task.taskId);
              setIds(next);
            }}
          />
        ))}
      </ul>
    </>
  );
}
