import { promisify } from "node:util";
import { deflate, inflate, type ZlibOptions } from "node:zlib";

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

/**
 * What `packJson` packed; undefined if that has more than `max` bytes, whatever it was packed into. A zlib stream begins with
 * another byte than a JSON object.
 */
export async function unpackJson<T extends object>(bytes: Buffer): Promise<T>;
export async function unpackJson<T extends object>(bytes: Buffer, max: number): Promise<T | undefined>;
export async function unpackJson<T extends object>(bytes: Buffer, max?: number): Promise<T | undefined> {
  const json = bytes[0] === openingBrace ? bytes : await inflated(bytes, max);
  return json && (JSON.parse(json.toString("utf8")) as T);
}

async function inflated(bytes: Buffer, maxOutputLength?: number): Promise<Buffer | undefined> {
  try {
    return await promisify<Buffer, ZlibOptions, Buffer>(inflate)(bytes, maxOutputLength ? { maxOutputLength } : {});
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw error;
  }
}

const openingBrace = "{".charCodeAt(0);
