import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const shape = /^gp_((?:[a-z][a-z0-9]{0,7}_)?[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * A new key: `gp_`, the cell's name and `_` if there is one, 190 random bits, and a checksum of it all that reveals a typo
 * without a database query.
 */
export function newKey(cell?: string): string {
  return keyOf(cell, () => randomInt(letters.length));
}

export function isKeyShaped(text: unknown): text is string {
  const match = typeof text === "string" ? shape.exec(text) : null;
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** What is stored and looked up. A fast hash is enough: the key is random, not a password. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** By which its owner recognises the key: its cell, four letters of the random part and four of the checksum. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.lastIndexOf("_") + 5)}…${key.slice(-4)}`;
}

/** A key derived from this installation's secret: the demo's, so that each start can print it. */
export function keyFrom(seed: Uint8Array, cell?: string): string {
  return keyOf(cell, (index) => seed[index % seed.length] ?? 0);
}

function keyOf(cell: string | undefined, numberAt: (index: number) => number): string {
  const random = Array.from({ length: randomLength }, (_, index) => letters[numberAt(index) % letters.length]).join("");
  const checked = cell === undefined ? random : `${cell}_${random}`;
  return `gp_${checked}${checksum(checked)}`;
}

function checksum(checked: string): string {
  let rest = crc32(checked);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = letters[rest % letters.length] + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}
