import { z } from "zod";

const address = z.email().max(320);

/** An address as it is stored and looked up: capitals and blanks around it do not matter. */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();

/**
 * Whether a user can have this address. The same rule as better-auth's for signing in, so that nobody gets an account
 * that they cannot sign in to.
 */
export const isEmail = (normal: string): boolean => address.safeParse(normal).success;
