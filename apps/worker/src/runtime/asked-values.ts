import { joinedPieces } from "@gatepost/contract/parameter";
import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { AskAgainStep, StepOf } from "@gatepost/contract/steps";
import { Failure } from "../browser/failure.ts";
import { oneLine } from "../privacy/redact.ts";

/** What AskedValues knows, by the names of late variables. */
export interface SavedAskedValues {
  takenBy: Map<string, string>;
  seconds: Map<string, number>;
  /** The step that asked for it again, and how often. */
  refused: Map<string, { by: string; times: number }>;
}

/** Which wait each late variable's value was taken by, and how long it may be waited for next. */
export class AskedValues {
  readonly saved: SavedAskedValues;

  constructor(saved: SavedAskedValues = { takenBy: new Map(), seconds: new Map(), refused: new Map() }) {
    this.saved = saved;
  }

  /** From now on the task runs steps that it may have run before: their waits ask for values anew. */
  continues(): void {
    const { takenBy } = this.saved;
    for (const name of takenBy.keys()) takenBy.set(name, "before");
  }

  /**
   * Whether a wait asks for a value anew: in a repetition, where another wait, or another run of it, has taken one; and where one was
   * taken before the task went on at a step that was chosen.
   */
  isAskedAnew(name: string, path: StepPath, runs: readonly number[]): boolean {
    const by = this.saved.takenBy.get(name);
    if (by === "before") return true;
    return runs.length > 0 && by !== undefined && by !== waitOf(path, runs);
  }

  taken(name: string, path: StepPath, runs: readonly number[]): void {
    this.saved.takenBy.set(name, waitOf(path, runs));
  }

  /** Notes that the site refused the value, and that it is asked for again. */
  askedAgain({ name: { permanent: name }, waitTimeout }: AskAgainStep, path: StepPath): void {
    const { refused, seconds } = this.saved;
    refused.set(name, { by: stepPathText(path), times: (refused.get(name)?.times ?? 0) + 1 });
    if (waitTimeout) seconds.set(name, waitTimeout.permanent);
    else seconds.delete(name);
  }

  /** The seconds that this wait may take, if it follows a step that asked again and sets them. */
  secondsOf(name: string, path: StepPath, runs: readonly number[]): number | undefined {
    return this.isAskedAnew(name, path, runs) ? undefined : this.saved.seconds.get(name);
  }
}

function waitOf(path: StepPath, runs: readonly number[]): string {
  return `${stepPathText(path)} ${runs.join(" ")}`;
}

/** Characters of one text of the site, and of all of a prompt. */
const [maxOfText, maxOfPrompt] = [200, 2_000];

/**
 * What a wait asks, with what READ_TEXT has read: in quotation marks, because these are the site's words and not the template's,
 * each on one line and cut to 200 characters. Undefined for a prompt that the template fixes.
 */
export function promptText(
  { prompt }: Pick<StepOf<"WAIT_FOR_VARIABLE_VALUE">, "prompt">,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  if (!prompt || "permanent" in prompt) return undefined;
  const pieces = joinedPieces(prompt.text).map((piece) => {
    if ("literal" in piece) return piece.literal;
    const text = texts.get(piece.name);
    if (text === undefined) throw new Failure(`no step has read the text ${piece.name} yet`);
    return `“${oneLine(text, maxOfText).replaceAll(/[“”]/g, '"')}”`;
  });
  return oneLine(pieces.join(""), maxOfPrompt);
}
