import { lstat, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ResultFile } from "./result-files.ts";

/**
 * Writes files below a folder, which is made if needed, and returns their paths. Without `force`, nothing is written if one
 * of them is there already. A link that leads elsewhere is not followed.
 */
export async function saveFiles(
  folder: string,
  files: readonly ResultFile[],
  { force = false }: { force?: boolean | undefined } = {},
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  if (!force)
    for (const { path } of files)
      if (await exists(join(root, path)))
        throw new Error(
          `${join(folder, path)} is there already, so nothing was written. Add --force to replace files.`,
        );
  for (const { path, bytes } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if ((await realpath(dirname(target))) !== dirname(target))
      throw new Error(`${join(folder, dirname(path))} leads to another folder. Remove it, or save elsewhere.`);
    if (force) await rm(target, { force: true });
    await writeFile(target, bytes, { flag: "wx", mode: 0o600 });
  }
  return files.map(({ path }) => join(folder, path));
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
