import { helpName } from "@gatepost/contract/limits";
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

const longestAddress = 160;

/**
 * A web address that is broken after its separators, but not its scheme, and within a part only if that is longer than the line.
 * Of a long one, as of pages for signing in, the beginning, and the rest on demand.
 */
export function AddressText({ address }: { address: string }) {
  const short = address.length > longestAddress ? `${address.slice(0, longestAddress)}…` : address;
  return (
    <span className="wrap-anywhere" title={short === address ? undefined : address}>
      {short.split(/(?<=[/?&=])(?<!:\/\/?)(?!\/)/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/**
 * A template's name, set apart from the numbers after it if it is written from right to left. That of a draft ends with a hash,
 * which is long and tells people nothing: it is shown on demand.
 */
export function TemplateName({ name }: { name: string }) {
  const short = name.replace(/( \(draft \d{4}-\d\d-\d\d) [0-9a-f]{16}\)$/, "$1)");
  return <bdi title={short === name ? undefined : name}>{short}</bdi>;
}

/** What a task waits for, as people call it: the variable's name, but for the one that asks what to do with a failed step. */
export const waitName = (name: string): string => (name === helpName ? "help" : name);

export const helpWords: Record<string, string> = { retry: "Try again", skip: "Skip the step", stop: "Stop the task" };
