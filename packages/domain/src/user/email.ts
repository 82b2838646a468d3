import { isEmail, normalEmail } from "@gatepost/contract/email";
import { DomainError } from "../errors.ts";

/** The address of a new person, account or invitation as it is stored. ERROR_BAD_REQUEST for what is none. */
export function readEmail(typed: string): string {
  const email = normalEmail(typed);
  if (!isEmail(email)) throw new DomainError("ERROR_BAD_REQUEST", "email must be an address such as ada@example.com.");
  return email;
}
