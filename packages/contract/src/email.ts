import { z } from "zod";

const address = z.email().max(320);

/** An address as it is stored and looked up: capitals and blanks around it do not matter. */
export function normalEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/**
 * Whether a user can have this address. The same rule as better-auth's for signing in, so that nobody gets an account
 * that they cannot sign in to.
 */
export function isEmail(normal: string): boolean {
  return address.safeParse(normal).success;
}
