/**
 * A sender as rules compare it: of an email the address alone, in lower case; of a telephone number the digits with a leading
 * plus. Anything else, such as the name that a bank sends under, in lower case.
 */
export function normalSender(given: string): string {
  const text = given.trim().toLowerCase();
  const address = /<([^<>@\s]+@[^<>@\s]+)>\s*$/.exec(text)?.[1];
  if (address) return address;
  return /^\+?[\d\s()./-]+$/.test(text) ? text.replace(/[^\d+]/g, "").replace(/^00/, "+") : text;
}

/** Whether a message is from the sender that a rule names: a number, a name, an email address, or "@" and a domain. */
export function isFrom(sender: string, wanted: string): boolean {
  const [from, rule] = [normalSender(sender), normalSender(wanted)];
  return rule.startsWith("@") ? from.endsWith(rule) : from === rule;
}
