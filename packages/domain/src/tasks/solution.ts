import type { FailureContext, PartialResult, TaskFailure } from "../platform/errors.ts";

/** The result of a ready task, in the form that getTaskResult returns. Pictures and pages are base64, in step order. */
export interface Solution {
  url: string;
  domain: string;
  cookies: Record<string, string>;
  localStorage: Record<string, string>;
  screenshots: string[];
  HTMLsInBase64: string[];
  texts: Record<string, string>;
  /** What READ_LIST steps read, by name. */
  data: Record<string, Record<string, string | null>[]>;
  /** What DOWNLOAD_FILE steps kept, by name. */
  files: Record<string, DownloadedFile>;
  /** The cookies in full, in the order from which `cookies` was built. */
  cookieJar: FullCookie[];
  /** What the last page's navigator reports, by `self.navigator.` and the property's name. */
  fingerprint: Record<string, string | number | boolean | string[]>;
  /** Of the last document's request, by lower-case name. */
  requestHeaders: Record<string, string>;
}

/** A solution as it is stored. A screenshot that the timeline has is its step's id there. */
export type StoredSolution = Omit<Solution, "screenshots"> & { screenshots: (string | number)[] };

export interface DownloadedFile {
  /** As the site suggested it, without a path. */
  name: string;
  /** A media type. */
  type: string;
  /** Bytes. */
  size: number;
  base64: string;
}

export interface FullCookie {
  name: string;
  value: string;
  /** With a leading dot if subdomains receive it too. */
  domain: string;
  path: string;
  /** Unix seconds; -1: it ends with the browser's session. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
}

/** What is known of a failed task beyond its error. */
export interface FailureReport {
  failure: TaskFailure;
  partial: PartialResult;
}

/** A failure report as it is stored. The timeline has the picture: `pictureStep` is its step's id there. */
export interface StoredFailureReport {
  failure: Omit<TaskFailure, "screenshot" | keyof FailureContext> & Partial<FailureContext> & { pictureStep?: number };
  partial: PartialResult;
}
