import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { postmanCollection } from "./postman.ts";
import { pythonMethods } from "./python/methods.ts";

/** The files that are made from the method table, by path. `npm run clients` writes them; a test fails if one is out of date. */
export function written(): Record<string, string> {
  return {
    "clients/python/src/gatepost/_methods.py": pythonMethods(),
    "clients/gatepost.postman_collection.json": postmanCollection(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [path, text] of Object.entries(written())) writeFileSync(join(import.meta.dirname, "..", path), text);
