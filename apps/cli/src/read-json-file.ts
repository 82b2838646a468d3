import { readFile } from "node:fs/promises";

/** A file with JSON; `-` is standard input. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await (file === "-" ? readAll(process.stdin) : readFile(file, "utf8")).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new Error(`${file} cannot be read (${cause.code}): pass a JSON file with a template.`, { cause });
    },
  );
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
