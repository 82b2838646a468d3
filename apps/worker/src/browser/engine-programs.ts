import { accessSync, constants } from "node:fs";
import { type Engine, engines } from "@gatepost/contract/engines";

/** The programs of the engines that a worker has. */
export type EnginePrograms = Partial<Record<Engine, string>>;

const places: Record<Engine, { variable: string; name: string; usual: string }> = {
  shell: { variable: "GATEPOST_HEADLESS_SHELL", name: "headless shell", usual: "/usr/bin/chromium-headless-shell" },
  full: { variable: "GATEPOST_CHROMIUM", name: "Chromium", usual: "/usr/bin/chromium" },
};

/** The engine's name for people. */
export const engineName = (engine: Engine): string => places[engine].name;

/**
 * The programs named in the environment, otherwise those in Debian's places; `none` disables an engine. Throws one
 * sentence if a named program does not exist, or there is no engine at all.
 */
export function findPrograms(env: NodeJS.ProcessEnv): EnginePrograms {
  const found: EnginePrograms = {};
  for (const engine of engines) {
    const { variable, name, usual } = places[engine];
    const named = env[variable];
    if (named === "none") continue;
    const program = named || usual;
    if (isProgram(program)) found[engine] = program;
    else if (named)
      throw new Error(
        `there is no ${name} at ${named}. Install one, set ${variable} to its program, or to none to do without.`,
      );
  }
  if (Object.keys(found).length > 0) return found;
  throw new Error(
    `there is no headless shell and no Chromium. Install one (on Debian: apt-get install chromium-headless-shell chromium), or set ${places.shell.variable} or ${places.full.variable} to its program.`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
