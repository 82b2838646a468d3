import type { TaskState } from "@gatepost/domain/tasks/states";
import { Fragment } from "react";

export const stateLooks: Record<TaskState, { mark: string; word: string; variant: string }> = {
  waiting: { mark: "●", word: "Waiting", variant: "text-waits" },
  running: { mark: "◐", word: "Running", variant: "text-accent" },
  queued: { mark: "○", word: "Queued", variant: "text-muted" },
  ready: { mark: "✓", word: "Succeeded", variant: "text-ready" },
  failed: { mark: "✕", word: "Failed", variant: "text-failed" },
};

/** In the order of importance to the reader. */
export const shownStates = Object.keys(stateLooks) as TaskState[];

export function StateBadge({ state }: { state: TaskState }) {
  const { mark, word, variant } = stateLooks[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${variant}`}>
      <span aria-hidden="true">{mark}</span>
      {word}
    </span>
  );
}

/** A web address that is broken after its separators, but not its scheme, and within a part only if that is longer than the line. */
export function AddressText({ address }: { address: string }) {
  return (
    <span className="wrap-anywhere">
      {address.split(/(?<=[/?&=])(?<!:\/\/?)(?!\/)/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** A template's name. That of a draft ends with a hash, which is long and tells people nothing: it is shown on demand. */
export function TemplateName({ name }: { name: string }) {
  const short = name.replace(/( \(draft \d{4}-\d\d-\d\d) [0-9a-f]{16}\)$/, "$1)");
  return short === name ? name : <span title={name}>{short}</span>;
}
