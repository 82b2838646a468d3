import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { WaitKind } from "@gatepost/contract/wait-kinds";
import { enteredValue } from "@gatepost/domain/template/entered-value";
import mime from "mime";

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
export async function valueEntered(kind: WaitKind, text: string): Promise<unknown> {
  return kind === "file" ? readValue(text.trim().replace(/^@/, "")) : enteredValue(kind, text);
}

async function readValue(path: string) {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`${path} cannot be read (${cause.code}). Enter @ and the path of a file.`, { cause });
  });
  return {
    name: basename(path),
    type: mime.getType(path) ?? "application/octet-stream",
    base64: bytes.toString("base64"),
  };
}

/** What fits, for a prompt or after a refusal; undefined if it is any text. */
export function whatFits({ kind, options = [] }: Asked): string | undefined {
  switch (kind) {
    case "yes_no":
      return "yes or no";
    case "number":
      return "a number, such as 12.5";
    case "file":
      return "@ and the path of a file";
    case "choice":
      return `one of ${options.join(", ")}`;
    default:
      return undefined;
  }
}

/** Where the value belongs in a command that is shown. */
export function placeholder({ kind }: Asked): string {
  switch (kind) {
    case "yes_no":
      return "<yes|no>";
    case "number":
      return "<number>";
    case "file":
      return "@<file>";
    default:
      return "<value>";
  }
}
