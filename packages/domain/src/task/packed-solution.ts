import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Solution } from "./solution.ts";

/** A solution as it is stored. A screenshot that the timeline has is its step's id there. */
export type StoredSolution = Omit<Solution, "screenshots"> & { screenshots: (string | number)[] };

/** Bytes below which deflating saves less than it costs. */
const leastDeflated = 1_024;

/**
 * A solution as it is encrypted: JSON, deflated unless it is short. What is encrypted can no longer be made smaller, and
 * base64 makes each picture a third larger than it is.
 */
export async function packSolution(solution: StoredSolution): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(solution));
  return json.length < leastDeflated ? json : promisify<Buffer, Buffer>(deflate)(json);
}

/** What `packSolution` packed. A zlib stream begins with another byte than JSON. */
export async function unpackSolution(bytes: Buffer): Promise<StoredSolution> {
  const json = bytes[0] === openingBrace ? bytes : await promisify<Buffer, Buffer>(inflate)(bytes);
  return JSON.parse(json.toString("utf8")) as StoredSolution;
}

const openingBrace = "{".charCodeAt(0);
