import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";

/** A file with JSON; `-` is standard input. */
export async function readJsonFile(file: string): Promise<unknown> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const json = await text(input).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${cause.code}): pass a JSON file with a template.`, { cause });
  });
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
