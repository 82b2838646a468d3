import { type WaitKind, waitKinds } from "@gatepost/contract/wait-kinds";
import type { AppContext } from "../context.ts";
import { promptPlace } from "./prompt-place.ts";

interface StoredWait {
  name: string;
  /** The prompt of the template, and the one with words of the site, encrypted. */
  prompt: string | null;
  words: Uint8Array | null;
  kind: string | null;
  options: unknown;
}

/** What a wait of the database asks: its prompt opened, its kind and its options. */
export function openWait<Row extends StoredWait>(
  vault: AppContext["vault"],
  { accountId, taskId }: { accountId: number; taskId: number },
  { words, kind, options, ...row }: Row,
): Omit<Row, "words" | "kind" | "options"> & { kind: WaitKind; options: string[] } {
  return {
    ...row,
    prompt: words ? vault.open(words, promptPlace(accountId, taskId, row.name)) : row.prompt,
    kind: waitKinds.find((one) => one === kind) ?? "text",
    options: Array.isArray(options) ? options.map(String) : [],
  };
}
