// Plain JavaScript, because bootstrap.mjs installs them while it installs the packages of npm.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * For each engine: the setting that names its program, or is `none`; how a person calls it; names of its program on the PATH,
 * and the package of Debian.
 */
export const browserPackages = {
  shell: {
    variable: "GATEPOST_HEADLESS_SHELL",
    name: "headless shell",
    programs: ["chromium-headless-shell", "chrome-headless-shell", "headless_shell"],
    packages: ["chromium-headless-shell"],
  },
  full: {
    variable: "GATEPOST_CHROMIUM",
    name: "Chromium",
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    packages: ["chromium"],
  },
};

/**
 * The commands that install packages of the system; undefined where this user or this system cannot.
 *
 * @param {string[]} packages
 * @returns {[program: string, ...args: string[]][] | undefined}
 */
export function aptCommands(packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  // Without recommended packages there would be no font, and screenshots would have no text.
  const install = ["install", "-y", "--no-install-recommends", ...packages, "fonts-liberation"];
  return [
    ["apt-get", "update"],
    ["apt-get", ...install],
  ];
}

/**
 * The programs on the PATH that an engine may be.
 *
 * @param {string[]} programs
 * @returns {string[]}
 */
export function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
}
