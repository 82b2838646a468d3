import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Chrome's "explicit compile hint"; to other browsers it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Makes browsers compile the scripts in a folder while they load, outside the page's own thread. Next.js wraps each
 * module in a function, so without the hint they compile a module when it is first called, which blocks the page.
 */
export async function hintScripts(folder: string): Promise<void> {
  for (const name of globSync("**/*.js", { cwd: folder })) {
    const script = await readFile(join(folder, name), "utf8");
    if (!script.startsWith(HINT)) await writeFile(join(folder, name), HINT + script);
  }
}
