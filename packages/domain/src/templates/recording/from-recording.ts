import type { LiveRecording } from "@gatepost/contract/live";
import { expectation, type Problem } from "@gatepost/contract/problems";
import { type RecordedStep, type Recording, recordedSteps, recording } from "@gatepost/contract/recording";
import type { WrittenStep } from "@gatepost/contract/steps";
import { DomainError } from "../../platform/errors.ts";
import { pathText } from "../document-path.ts";
import { type Conversion, convert } from "./conversion.ts";

interface RecordingInput {
  name: string;
  recording: unknown;
  /** Variables whose value comes later: each is waited for before it is typed. */
  late: readonly string[];
}

/**
 * Turns a user flow of Chrome DevTools' Recorder into a template, to be checked like any other document. Every typed text
 * becomes a variable, and neither typed texts nor the queries of addresses are kept or reported. ERROR_BAD_REQUEST with every
 * problem if the recording cannot be read or `late` names a variable that it does not have.
 */
export function fromRecording({ name, recording, late }: RecordingInput) {
  const read = readRecording(recording);
  if ("problems" in read) throw refused(read.problems);
  const conversion = convert(read.recording);
  const unknown = late.filter((one) => !conversion.variables.includes(one));
  if (unknown.length > 0) {
    const known =
      conversion.variables.length > 0 ? `it has ${conversion.variables.join(", ")}` : "nothing is typed in it";
    throw refused([{ path: "late", message: `The recording has no variable ${unknown.join(", ")}: ${known}.` }]);
  }
  const steps = withWaits(conversion, late);
  return {
    document: { name, description: conversion.description, steps: [...steps, { type: "TAKE_SCREENSHOT" as const }] },
    warnings: conversion.warnings,
  };
}

/** What was done on a live page so far, as steps. Passwords and one-time codes are waited for. */
export function fromLivePage(steps: RecordedStep[]): Omit<LiveRecording, "type"> {
  const conversion = convert({ steps }, "observed");
  return {
    description: conversion.description,
    steps: withWaits(conversion, [...conversion.secret.keys()]),
    passwords: [...conversion.secret].flatMap(([name, holds]) => (holds === "password" ? name : [])),
    warnings: conversion.warnings.map(({ message }) => message),
  };
}

function withWaits({ steps }: Conversion, late: readonly string[]): WrittenStep[] {
  const waited = new Set<string>();
  return steps.flatMap((step) => waitBefore(step, late, waited));
}

/**
 * The wait for a late variable, once for each. That for a text begins once its field is there: what sends it has then been
 * asked to.
 */
function waitBefore(step: WrittenStep, late: readonly string[], waited: Set<string>): WrittenStep[] {
  const isFile = step.type === "UPLOAD_FILE";
  const value = isFile ? step.file : "value" in step ? step.value : undefined;
  const name = typeof value === "object" && "variable" in value ? value.variable : undefined;
  if (name === undefined || !late.includes(name)) return [step];
  const isFirst = !waited.has(name);
  waited.add(name);
  const wait = { type: "WAIT_FOR_VARIABLE_VALUE" as const, name };
  // Its field is often hidden behind a button, and WAIT_FOR_ELEMENT passes only once it is visible.
  if (isFile)
    return [...(isFirst ? [{ ...wait, prompt: `Choose the file for ${name}.`, kind: "file" as const }] : []), step];
  return [
    ...("selector" in step && step.selector ? [{ type: "WAIT_FOR_ELEMENT" as const, selector: step.selector }] : []),
    ...(isFirst ? [{ ...wait, prompt: `Enter the ${name.replaceAll("_", " ")}.` }] : []),
    step,
  ];
}

function refused(problems: Problem[]): DomainError {
  const [first] = problems;
  return new DomainError("ERROR_BAD_REQUEST", `${first?.path}: ${first?.message}`, { problems });
}

/** Reads an export, or says all that is wrong with it. What was typed is in no problem. */
function readRecording(given: unknown): { recording: Recording } | { problems: Problem[] } {
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
