/** How people call this program in a checkout, where the install links it. */
export const commandName = "npx gatepost";

/** A command of this program, its arguments quoted where a shell needs it. */
export function commandText(...args: (string | number)[]): string {
  return [commandName, ...args.map((arg) => shellWord(String(arg)))].join(" ");
}

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
