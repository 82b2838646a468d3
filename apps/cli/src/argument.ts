import { InvalidArgumentError } from "commander";

/** Reads an id as the JSON methods know them: a positive integer below 2^53. */
export function readId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError("It must be a positive whole number.");
  return id;
}

/** Reads the address of an installation, with or without a path. */
export function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("It must be an http or https address, such as http://127.0.0.1:3000.");
  return text;
}
