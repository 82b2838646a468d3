import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

const longestBody = 4_000_000;

/** The fields of a form, as the browser sent them; of a file its name, size and digest. */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > longestBody) throw new Error("The form is too long.");
    pieces.push(piece);
  }
  const type = request.headers["content-type"] ?? "application/x-www-form-urlencoded";
  const form = await new Response(Buffer.concat(pieces), { headers: { "content-type": type } }).formData();
  const fields: Record<string, string> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") fields[name] = value;
    else Object.assign(fields, await describeFile(value));
  }
  return fields;
}

async function describeFile(file: File): Promise<{ name: string; size: string; sha256: string }> {
  const digest = createHash("sha256").update(await file.bytes());
  return { name: file.name, size: String(file.size), sha256: digest.digest("hex") };
}
