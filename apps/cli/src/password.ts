import { createHmac, randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password that can be read out: four groups of five, 99 random bits. */
export const newPassword = (): string => grouped(Array.from({ length: 20 }, () => randomInt(letters.length)));

/** A password derived from this installation's secret: the demo's, so that each start can print it. */
export const passwordFrom = (secret: string, purpose: string): string =>
  grouped([...createHmac("sha256", secret).update(purpose).digest()].slice(0, 20));

function grouped(numbers: readonly number[]): string {
  const text = numbers.map((number) => letters[number % letters.length]).join("");
  return text.match(/.{5}/g)?.join("-") ?? text;
}
