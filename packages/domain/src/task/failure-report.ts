/** What was on the page when a step did not find its element, or found it covered. Nothing in it is a value. */
export interface FailureContext {
  /** The elements that came nearest, the nearest first. */
  candidates: { selector: string; text: string; why: string }[];
  /** What covered the element, and the selectors of the buttons in it. */
  coveredBy?: { selector: string; text: string; buttons: string[] };
}

/** Where a task failed. */
export interface TaskFailure extends FailureContext {
  /** As authors count, such as 3.then.2; 0 is the opening of websiteURL. */
  step: string;
  type: string;
  /** The page's address, without user, password, query and fragment; empty if there was none. */
  url: string;
  /** What the page showed then, masked: base64 of a WebP or PNG. */
  screenshot?: string;
}

/** What a failed task had read. */
export interface PartialResult {
  texts: Record<string, string>;
  data: Record<string, Record<string, string | null>[]>;
}

/** What is known of a failed task beyond its error. */
export interface FailureReport {
  failure: TaskFailure;
  partial: PartialResult;
}

/** The same as it is stored. The timeline has the picture: `pictureStep` is its step's id there. */
export interface StoredFailureReport {
  failure: Omit<TaskFailure, "screenshot" | keyof FailureContext> & Partial<FailureContext> & { pictureStep?: number };
  partial: PartialResult;
}
