import { isEmail, normalEmail } from "@gatepost/contract/email";
import { invalidProperty } from "../errors.ts";

/** The email address of a new user, account or invitation as it is stored. ERROR_BAD_REQUEST if it is invalid. */
export function readEmail(typed: string): string {
  const email = normalEmail(typed);
  if (!isEmail(email)) throw invalidProperty("email", "must be an address such as ada@example.com.");
  return email;
}
