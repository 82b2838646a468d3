/**
 * How this program was called, for commands that people paste: `npm run -s gatepost --` in a checkout, where `gatepost` is
 * not on the path, otherwise `gatepost`.
 */
export function commandName(env: NodeJS.ProcessEnv = process.env): string {
  if (env.npm_lifecycle_event !== "gatepost") return "gatepost";
  return env.npm_config_user_agent?.startsWith("pnpm/") ? "pnpm -s gatepost" : "npm run -s gatepost --";
}

/** A command of this program, its arguments quoted where a shell needs it. */
export function commandText(...args: (string | number)[]): string {
  return [commandName(), ...args.map((arg) => shellWord(String(arg)))].join(" ");
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
