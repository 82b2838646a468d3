import type { Processing } from "@gatepost/contract/watch-task";

/** Seconds: how old a printed step may be. News of waits and of the end come at once. */
export const stepSeconds = 1;

/** A line for each step that the task reaches; on stderr by default. */
export function stepLines(say: (line: string) => void = console.error): (result: Processing) => void {
  let said = "";
  return ({ progress: { step, of, type } }) => {
    const line = step === 0 ? "queued" : `step ${step} of ${of}  ${type}`;
    if (line !== said) say(line);
    said = line;
  };
}
