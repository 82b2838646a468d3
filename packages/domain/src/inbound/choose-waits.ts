/** A wait that a message may answer by a rule, and the value. */
export interface Fit {
  taskId: number;
  /** The variable. */
  name: string;
  value: string;
  ruleName: string;
}

type Decision =
  | { messageId: number; kind: "answer"; fit: Fit }
  /** A later message answers the wait that it fits. */
  | { messageId: number; kind: "replaced"; fit: Fit }
  | { messageId: number; kind: "ambiguous"; detail: string };

/**
 * Decides on messages, given the latest first with the waits that each fits. A message that fits no wait is not decided; one
 * that fits several, or one wait with several values, answers none.
 */
export function chooseWaits(messages: readonly { messageId: number; fits: readonly Fit[] }[]): Decision[] {
  const answered = new Set<string>();
  return messages.flatMap(({ messageId, fits }): Decision[] => {
    const [fit] = fits;
    if (!fit) return [];
    const detail = ambiguity(fits);
    if (detail) return [{ messageId, kind: "ambiguous", detail }];
    const wait = JSON.stringify([fit.taskId, fit.name]);
    if (answered.has(wait)) return [{ messageId, kind: "replaced", fit }];
    answered.add(wait);
    return [{ messageId, kind: "answer", fit }];
  });
}

/** How many tasks a sentence names. */
const maxNamed = 5;

/** Why these fits do not select one value for one wait, as a sentence; undefined if they do. */
function ambiguity(fits: readonly Fit[]): string | undefined {
  const tasks = [...new Set(fits.map(({ taskId }) => taskId))];
  if (tasks.length > 1) {
    const more = tasks.length > maxNamed ? ` and ${tasks.length - maxNamed} more` : "";
    return `It fits the waits of tasks ${tasks.slice(0, maxNamed).join(", ")}${more}.`;
  }
  const values = new Set(fits.map(({ value }) => value));
  if (values.size === 1) return undefined;
  const rules = [...new Set(fits.map(({ ruleName }) => ruleName))];
  return `The rules ${rules.join(", ")} find different values for task ${tasks[0]}.`;
}
