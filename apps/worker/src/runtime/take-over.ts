import { stepPathText } from "@gatepost/contract/step-paths";
import { handBack, takeControl } from "@gatepost/domain/live/control";
import { logFault } from "@gatepost/domain/platform/log";
import type { ActedElements } from "../live/acted-elements.ts";
import type { HandedBack, Person } from "../live/handover.ts";
import { oneLine } from "../privacy/redact.ts";
import type { TaskContext } from "./task-control.ts";
import type { TaskRecord } from "./task-record.ts";

/** Characters of a selector in a timeline. */
const maxSelector = 120;

interface TakeOverOptions extends TaskContext {
  record: TaskRecord;
  /** Called when a person has the page: from then on they may submit what is on it. */
  onTaken(): Promise<void>;
  /** The elements on which they act in the browser that the task now runs in. */
  acted(): ActedElements | undefined;
  /** Resolves when what they did has happened, with the names of the files that were kept. */
  settled(): Promise<readonly string[]>;
  /** A text of the page without values. */
  redacted(text: string): string;
}

/** What is written of people who take over a task's page: who controls it, and for the timeline when and on what they acted. */
export function noteTakeOvers({ ctx, task, control, record, onTaken, acted, settled, redacted }: TakeOverOptions) {
  const { taskId, fence } = task;
  /** Resolves when the timeline says who has the page. */
  let noted = Promise.resolve();
  return {
    /** A person has the page from now on. Rejects if the worker has lost the task. */
    async begin({ holder, name }: Person): Promise<void> {
      const isHeld = await control.keepTrying(() => takeControl({ ctx, input: { taskId, fence, holder, name } }));
      if (!isHeld) control.abandon();
      await onTaken();
      // At once, because a task may end before its page is handed back.
      noted = record.note(`taken over at ${timeNow()} UTC by ${name}`, false).catch((error) => {
        if (!control.signal.aborted) logFault("take-over not noted", error, { taskId });
      });
      await acted()
        ?.begin()
        .catch(() => {});
    },
    async end({ holder, name }: Person, at: HandedBack): Promise<void> {
      const kept = (await settled()).map(redacted);
      // Pages name elements by what was typed, too.
      const selectors = (acted()?.end() ?? []).map((selector) => oneLine(redacted(selector), maxSelector));
      const did = [
        ...(selectors.length > 0 ? [`acted on ${selectors.join(", ")}`] : []),
        ...(kept.length > 0 ? [`downloaded ${kept.join(", ")}`] : []),
      ];
      const on = did.length > 0 ? `, who ${did.join(" and ")}` : "";
      const where = typeof at === "object" ? `, to go on at step ${stepPathText(at)}` : "";
      await control.keepTrying(() => handBack({ ctx, input: { taskId, fence, holder, name } }));
      await noted;
      await record.note(`handed back at ${timeNow()} UTC by ${name}${on}${where}`, false);
    },
  };
}

function timeNow(): string {
  return new Date().toISOString().slice(11, 19);
}
