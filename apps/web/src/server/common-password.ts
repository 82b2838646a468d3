/** The error for somebody who chose one. */
export const commonPasswordMessage =
  "This is one of the passwords that are tried first. Choose another one: a sentence is fine.";

/** Whether a password is among the fifty thousand most common ones. The list is loaded when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary["passwords-common"].includes(password.toLowerCase());
}
