import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const shape = /^gp_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new key: `gp_`, 190 random bits, and a checksum that reveals a typo without a database query. */
export function newKey(): string {
  let random = "";
  for (let i = 0; i < randomLength; i++) random += letters[randomInt(letters.length)];
  return `gp_${random}${checksum(random)}`;
}

/** Whether the text can be a key at all. */
export function isKeyShaped(text: unknown): text is string {
  const match = typeof text === "string" ? shape.exec(text) : null;
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** What is stored and looked up. A fast hash is enough: the key is random, not a password. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** By which its owner recognises the key. */
export function hintOf(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}

/** A key derived from this installation's secret: the demo's, so that each start can print it. */
export function keyFrom(seed: Uint8Array): string {
  let random = "";
  for (let i = 0; i < randomLength; i++) random += letters[(seed[i % seed.length] ?? 0) % letters.length];
  return `gp_${random}${checksum(random)}`;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = letters[rest % letters.length] + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}
