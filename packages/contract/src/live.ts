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

/** A window of the browser. The address is without user information, and without what must not be seen. */
interface LiveTab {
  id: number;
  url: string;
}

/** What a worker says beside its frames, which are binary messages: JPEG pictures. */
export interface LiveState {
  type: "state";
  tabs: LiveTab[];
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
  /** Where the task is, and the step after that, as people count them; null where there is none. */
  step: string;
  nextStep: string | null;
  /** A dialog that the page has opened during the take-over. */
  dialog: { kind: string; message: string; value: string } | null;
  /** The page asks for files during the take-over. */
  chooser: { multiple: boolean } | null;
  /** The last download that the page has offered during the take-over. `refused`: the task keeps no more files; `failed`: it was too large, or broke off. */
  download: { name: string; outcome: "arriving" | "kept" | "refused" | "failed" } | null;
  /** Until the task's time limit. */
  secondsLeft: number;
}

/** Where browsers connect to. */
export const livePath = "/live";
