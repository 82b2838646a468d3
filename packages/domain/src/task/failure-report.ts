/** Where a task failed. */
export interface TaskFailure {
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
  failure: Omit<TaskFailure, "screenshot"> & { pictureStep?: number };
  partial: PartialResult;
}
