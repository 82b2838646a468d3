import type { TaskState } from "@gatepost/domain/task/states";

export const stateLooks: Record<TaskState, { mark: string; word: string; look: string }> = {
  waiting: { mark: "●", word: "Waits", look: "text-waits" },
  running: { mark: "◐", word: "Running", look: "text-accent" },
  queued: { mark: "○", word: "Queued", look: "text-muted" },
  ready: { mark: "✓", word: "Ready", look: "text-ready" },
  failed: { mark: "✕", word: "Failed", look: "text-failed" },
};

/** In the order in which they matter to whoever looks. */
export const shownStates = Object.keys(stateLooks) as TaskState[];

/** A task's state, by sign, word and colour. */
export function StateBadge({ state }: { state: TaskState }) {
  const { mark, word, look } = stateLooks[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {word}
    </span>
  );
}
