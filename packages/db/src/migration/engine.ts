import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { engineAdapter } from "./adapter.ts";
import type { Schema } from "./files.ts";

/**
 * Prisma's schema engine as WebAssembly, for the database at `url`. One per thread, because its bindings hold one
 * instance. It leaves timers behind, so the thread must be ended.
 */
export async function openEngine(url: string, schema: Schema): Promise<bindings.SchemaEngine> {
  // Without this a panic of the engine is only reported as "unreachable".
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        console.error(message);
      },
    },
  });
  const module = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = readFileSync(module.replace(/\.js$/, ".wasm"));
  const imports = { "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(wasm, imports);
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();

  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  return bindings.SchemaEngine.new({ datamodels }, () => {}, engineAdapter(url));
}
