import { z } from "zod";

const address = z.email().max(320);

/** An address as it is stored and looked up: whoever types it with capitals or blanks means the same person. */
export function normalEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/**
 * Whether somebody can have a normal address here. The same rule as better-auth's for signing in, so that nobody gets an
 * account that cannot be entered.
 */
export function isEmail(normal: string): boolean {
  return address.safeParse(normal).success;
}
