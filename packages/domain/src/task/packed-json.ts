import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";

/** Bytes below which deflating saves less than it costs. */
const leastDeflated = 1_024;

/**
 * What a task leaves, as it is encrypted: JSON, deflated unless it is short. What is encrypted can no longer be made
 * smaller, and base64 makes each picture a third larger than it is.
 */
export async function packJson(value: object): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(value));
  return json.length < leastDeflated ? json : promisify<Buffer, Buffer>(deflate)(json);
}

/** What `packJson` packed. A zlib stream begins with another byte than a JSON object. */
export async function unpackJson<T extends object>(bytes: Buffer): Promise<T> {
  const json = bytes[0] === openingBrace ? bytes : await promisify<Buffer, Buffer>(inflate)(bytes);
  return JSON.parse(json.toString("utf8")) as T;
}

const openingBrace = "{".charCodeAt(0);
