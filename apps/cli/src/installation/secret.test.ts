import { spawnSync } from "node:child_process";
import { chownSync, existsSync, statSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { isRoot } from "@gatepost/db/embedded/user";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { keepSecret, nextSecret, replaceSecret } from "./secret.ts";

const asRoot = skippedIf(isRoot() ? undefined : "Only root acts for another user.");
const module = new URL("./secret.ts", import.meta.url).href;

test("a secret that could not be written, as on a full disk, is not there, and the next start makes one", async () => {
  const settings = { secret: undefined, dataDir: openFolder() };
  const program = `import(${JSON.stringify(module)}).then(({ keepSecret }) => keepSecret(${JSON.stringify(settings)}));`;
  const limited = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, "-e", program];
  expect(spawnSync("sh", limited).status).not.toBe(0);
  expect(existsSync(join(settings.dataDir, "secret"))).toBe(false);
  expect(await keepSecret(settings)).toHaveLength(43);
});

test("a secret is made in a folder whose file system has no hard links", async () => {
  const link = vi.spyOn(fs, "link").mockRejectedValueOnce(Object.assign(new Error("not permitted"), { code: "EPERM" }));
  syncBuiltinESMExports();
  const settings = { secret: undefined, dataDir: openFolder() };
  const made = await keepSecret(settings);
  expect([made.length, await keepSecret(settings)]).toEqual([43, made]);
  expect(link).toHaveBeenCalledOnce();
  link.mockRestore();
  syncBuiltinESMExports();
});

test("root leaves the secrets to the user who had the one before", asRoot, async () => {
  const settings = { secret: undefined, dataDir: openFolder() };
  await keepSecret(settings);
  const file = join(settings.dataDir, "secret");
  chownSync(file, 65_534, 65_534);
  await nextSecret(settings);
  const old = await replaceSecret(settings);
  expect([file, old].map((path) => statSync(path).uid)).toEqual([65_534, 65_534]);
});

test("an empty secret is refused in a sentence that names its file", async () => {
  const dataDir = openFolder();
  writeFileSync(join(dataDir, "secret"), "\n");
  await expect(keepSecret({ secret: undefined, dataDir })).rejects.toThrow(
    `${join(dataDir, "secret")} has no secret of at least 32 characters: restore it, or delete it`,
  );
});
