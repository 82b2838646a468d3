import { firstCode } from "@gatepost/contract/first-task";

/** Who can sign in to the site; nothing about them is real. */
export const accounts: Readonly<Record<string, { password: string; name: string; balance: string }>> = {
  ada: { password: "lovelace", name: "Ada", balance: "$1,284.50" },
};

/** The code that the site pretends to have sent to a phone. */
export const rightCode = firstCode;

export function accountOf(login: string, password: string) {
  const account = Object.hasOwn(accounts, login) ? accounts[login] : undefined;
  return account?.password === password ? account : undefined;
}
