import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { enteredValue } from "@gatepost/domain/templates/value-form";
import { type Gatepost, GatepostError } from "gatepost";
import { oneLine } from "./output/report.ts";

/** The entered file cannot be read. Another one can be entered. */
export class UnreadableFile extends Error {}

/** What is asked for, as far as it is known. */
export interface Asked {
  name: string;
  prompt?: string;
  kind?: WaitKind;
  options?: string[] | undefined;
}

/** The value of what was entered at a terminal for a wait of this kind: `yes`, `12.5`, `@statement.pdf`. */
export const valueEntered = async (kind: WaitKind, text: string): Promise<unknown> =>
  kind === "file" ? readValue(text.trim().replace(/^@/, "")) : enteredValue(kind, text);

async function readValue(path: string) {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`${path} cannot be read (${cause.code}). Enter @ and the path of a file.`, { cause });
  });
  const { default: mime } = await import("mime");
  return {
    name: basename(path),
    type: mime.getType(path) ?? "application/octet-stream",
    base64: bytes.toString("base64"),
  };
}

/** Values that have a form: what fits, and where they belong in a command that is shown. */
const forms: Partial<Record<WaitKind, { fits: string; placeholder: string }>> = {
  yes_no: { fits: "yes or no", placeholder: "<yes|no>" },
  number: { fits: "a number, such as 12.5", placeholder: "<number>" },
  file: { fits: "@ and the path of a file", placeholder: "@<file>" },
  live: { fits: "true, once you have done it on the live page", placeholder: "true" },
};

/** What fits, for a prompt or after a refusal; undefined if it is any text. */
export const whatFits = ({ kind = "text", options = [] }: Asked): string | undefined =>
  kind === "choice" || kind === "help" ? `one of ${options.join(", ")}` : forms[kind]?.fits;

/** Where the value belongs in a command that is shown. */
export const placeholder = ({ kind = "text" }: Asked): string => forms[kind]?.placeholder ?? "<value>";

/**
 * Pushes what was entered: as text, or, where the wait refuses text because it asks for something else, as a value of the
 * wait's kind. A refusal says what fits.
 */
export async function pushEntered(client: Gatepost, taskId: number, name: string, text: string) {
  const push = (value: unknown) => client.pushAntiGateVariable({ taskId, name, value });
  try {
    return await push(text);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const asked = await openWait(client, taskId, name);
    if (asked === undefined)
      throw new GatepostError({ ...refusal, errorDescription: `${refusal.errorDescription} ${anyJson}` });
    const value = await valueEntered(asked.kind ?? "text", text);
    if (value === text) throw withWhatFits(refusal, asked);
    return push(value);
  }
}

/** The form of a value cannot be known before the task waits for it. */
const anyJson = "Add --json-value if it is not text: true, 12.5.";

export const isRefusal = (error: unknown): error is GatepostError =>
  error instanceof GatepostError && error.errorCode === "ERROR_VARIABLE_REFUSED";

async function openWait(client: Gatepost, taskId: number, name: string): Promise<Asked | undefined> {
  const result = await client.getTaskResult({ taskId });
  return result.status === "processing" ? result.waiting.find((wait) => wait.name === name) : undefined;
}

/** The refusal with what a terminal accepts. */
export function withWhatFits(refusal: GatepostError, asked: Asked): GatepostError {
  const fits = whatFits(asked);
  if (fits === undefined) return refusal;
  const errorDescription = `${refusal.errorDescription} Enter ${oneLine(fits)}.`;
  return new GatepostError({ ...refusal, errorDescription });
}
