/** Turns the last output of PostgreSQL's programs into one sentence that says what to do. */
export function explain(complaint: string, folder: string): Error {
  if (/No space left on device|Check free disk space/.test(complaint)) {
    return new Error(
      `The disk that holds ${folder} is full: make room there, or set GATEPOST_DATA_DIR to another disk.`,
    );
  }
  if (/Read-only file system/.test(complaint)) {
    return new Error(`${folder} cannot be written (read-only): set GATEPOST_DATA_DIR to a folder that can.`);
  }
  if (/Permission denied/.test(complaint)) {
    return new Error(
      `${folder} cannot be used by this user: start Gatepost as the one that owns it, or set GATEPOST_DATA_DIR to another folder.`,
    );
  }
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "it said nothing";
  return new Error(
    `The embedded PostgreSQL did not start: ${reason.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").trim()}.`,
  );
}

/** The same for an error of the file system, or of a PostgreSQL that already runs; other errors are unchanged. */
export function explainCode(error: unknown, folder: string): unknown {
  const complaint = COMPLAINTS[(error as NodeJS.ErrnoException).code ?? ""];
  return complaint ? explain(complaint, folder) : error;
}

const COMPLAINTS: Record<string, string> = {
  ENOSPC: "No space left on device",
  "53100": "No space left on device",
  EROFS: "Read-only file system",
  EACCES: "Permission denied",
  EPERM: "Permission denied",
};
