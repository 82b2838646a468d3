import { joinedPieces } from "@gatepost/contract/joined-text";
import type { StepOf } from "@gatepost/contract/steps";
import { oneLine } from "../privacy/redact.ts";
import { Failure } from "./failure.ts";

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
