/** How people call this program in a checkout, where the install links it. */
export const commandName = "npx gatepost";

/** A command of this program, its arguments quoted where a shell needs it. */
export const commandText = (...args: (string | number)[]): string =>
  [commandName, ...args.map((arg) => shellWord(String(arg)))].join(" ");

export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
