import type { WrittenStep } from "./steps.ts";

/** What a person may do on a live page: only see it, or take it over too. */
export type LiveRight = "view" | "control";

/** How a live connection ends; the browser says it in words. The numbers are WebSocket close codes. */
export const liveEnds = {
  /** The link or the session does not allow it, or does no longer. */
  denied: 4403,
  /** The task has ended. */
  over: 4410,
  /** The task is with another worker, or with none at the moment: asking again helps. */
  moved: 4409,
  /** The worker has no live page, or no way leads to it. */
  unreachable: 4503,
  /** As many people watch as may. */
  full: 4429,
} as const;

/** What a worker says beside its frames, which are binary messages: JPEG pictures. */
export interface LiveState {
  type: "state";
  /** The windows of the browser. An address is without user information, and without what must not be seen. */
  tabs: { id: number; url: string }[];
  /** The window that is shown. */
  shown: number;
  /** Of the window, in pixels of CSS. */
  width: number;
  height: number;
  /** Who has taken the page over. */
  controller: { name: string; isYou: boolean } | null;
  /** Somebody asked to take over, and the step that is running goes on until it is done. */
  isTaking: boolean;
  /** Whether this connection may take over. */
  mayControl: boolean;
  /** Whether it gets the steps of what its person does. */
  records: boolean;
  /** What the step does at which the task is. */
  step: string;
  /** Where the task may go on after it, the next step first. Only its controller gets them, because a template may have many. */
  laterSteps: { place: string; sentence: string }[];
  /** A dialog that the page has opened during the take-over. */
  dialog: { kind: string; message: string; value: string } | null;
  /** The page asks for files during the take-over. */
  chooser: { multiple: boolean } | null;
  /**
   * The last download that the page has offered during the take-over. `refused`: the task keeps no more files; `failed`: it was
   * too large, or broke off.
   */
  download: { name: string; outcome: "arriving" | "kept" | "refused" | "failed" } | null;
  /** The steps are done, or one has failed, and the page stays open for those who watch. */
  isKept: boolean;
  /** Until the task's time limit. */
  secondsLeft: number;
}

/** What a worker says whenever the steps have changed that a person records on the page. */
export interface LiveRecording {
  type: "recording";
  description: string;
  steps: WrittenStep[];
  /** The variables of passwords. */
  passwords: string[];
  /** What could not be recorded, as sentences. */
  warnings: string[];
  /** The person asked for it again, and everything is in it that they had done until then. */
  isComplete?: true;
}

/** A place on the page, in pixels of CSS. */
export interface LiveBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a worker says to one person, beside the state. */
export type LiveAnswer =
  | LiveRecording
  /** The element at a place that a person pointed at. `selectors`: the best first, of one that they chose. */
  | { type: "pointed"; box: LiveBox | null; selectors: string[] }
  /** How many visible elements selectors match, and where the first are. */
  | { type: "found"; selector: string; count: number; boxes: LiveBox[] }
  /** Why steps do not run on a page that was kept open. */
  | { type: "refused"; reason: string };

/** Where browsers connect to. */
export const livePath = "/live";
