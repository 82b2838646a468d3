import { expectation } from "@gatepost/contract/expectation";
import type { Problem } from "@gatepost/contract/problem";
import { type Recording, recordedSteps, recording } from "@gatepost/contract/recording";
import { pathText } from "../document-path.ts";

/** Reads an export, or says all that is wrong with it. What was typed is in no problem. */
export function readRecording(given: unknown): { recording: Recording } | { problems: Problem[] } {
  const read = recording.safeParse(given, { error: expectation });
  if (read.success) return { recording: read.data };
  return {
    problems: read.error.issues.slice(0, 100).map(({ path, message, code }) => ({
      path: pathText(["recording", ...path]),
      message:
        code === "invalid_union" && path.at(-1) === "type"
          ? `This is no step of a recording. Known are ${Object.keys(recordedSteps).join(", ")}.`
          : `It must be ${message}, as Chrome DevTools' Recorder exports it. Export the recording as a JSON file.`,
    })),
  };
}
