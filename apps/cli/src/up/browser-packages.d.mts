/** See browser-packages.mjs. */
interface BrowserPackage {
  variable: string;
  name: string;
  programs: string[];
  packages: string[];
}
export const browserPackages: { shell: BrowserPackage; full: BrowserPackage };
export function aptCommands(packages: string[]): [program: string, ...args: string[]][] | undefined;
export function onPath(programs: string[]): string[];
