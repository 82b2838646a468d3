import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Solution } from "./solution.ts";

/** A solution as it is stored. A screenshot that the timeline has is its step's id there. */
export type StoredSolution = Omit<Solution, "screenshots"> & { screenshots: (string | number)[] };

/**
 * A solution as it is encrypted: JSON, deflated. What is encrypted can no longer be made smaller, and base64 makes each
 * picture a third larger than it is.
 */
export function packSolution(solution: StoredSolution): Promise<Buffer> {
  return promisify<string, Buffer>(deflate)(JSON.stringify(solution));
}

/** What `packSolution` packed, or plain JSON, as earlier releases stored it: a zlib stream begins with another byte. */
export async function unpackSolution(bytes: Buffer): Promise<StoredSolution> {
  const json = bytes[0] === openingBrace ? bytes : await promisify<Buffer, Buffer>(inflate)(bytes);
  return JSON.parse(json.toString("utf8")) as StoredSolution;
}

const openingBrace = "{".charCodeAt(0);
