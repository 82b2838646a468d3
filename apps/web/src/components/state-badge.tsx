import type { TaskState } from "@gatepost/domain/task/states";

export const stateLooks: Record<TaskState, { mark: string; word: string; variant: string }> = {
  waiting: { mark: "●", word: "Waiting", variant: "text-waits" },
  running: { mark: "◐", word: "Running", variant: "text-accent" },
  queued: { mark: "○", word: "Queued", variant: "text-muted" },
  ready: { mark: "✓", word: "Ready", variant: "text-ready" },
  failed: { mark: "✕", word: "Failed", variant: "text-failed" },
};

/** In the order of importance to the reader. */
export const shownStates = Object.keys(stateLooks) as TaskState[];

/** A task's state, by icon, word and colour. */
export function StateBadge({ state }: { state: TaskState }) {
  const { mark, word, variant } = stateLooks[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${variant}`}>
      <span aria-hidden="true">{mark}</span>
      {word}
    </span>
  );
}
