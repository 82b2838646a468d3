const acronym = /^(?:2fa|api|bic|csv|html|iban|id|ip|otp|pdf|pin|sms|url|vat)$/i;

/** Labels made of variables' names: "password_input_value" is "Password". Where two would be the same, the names themselves. */
export function variableLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const labels = names.map(readable);
  const count = (label: string) => labels.filter((one) => one === label).length;
  return new Map(names.map((name, n) => [name, count(labels[n] ?? "") > 1 ? name : (labels[n] ?? name)]));
}

function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter(Boolean);
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (words.length > 1 && ["css", "xpath", "selector", "value"].includes(last)) words.pop();
  if (words.length > 1 && last === "value" && words.at(-1)?.toLowerCase() === "input") words.pop();
  const text = words.map((word) => (acronym.test(word) ? word.toUpperCase() : word.toLowerCase())).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1) || name;
}
