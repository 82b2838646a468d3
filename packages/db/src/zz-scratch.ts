import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bg from "@prisma/schema-engine-wasm/schema_engine_bg";
(globalThis as any).PRISMA_WASM_PANIC_REGISTRY = { set_message(m: string) { console.error("PANIC", m); } };
const url = process.argv[2]!; const what = process.argv[3]!; const root = process.argv[4] ?? "/work/main/prisma";
const wasmPath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
const t0 = Date.now();
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { "./schema_engine_bg.js": bg as any }) as any;
bg.__wbg_set_wasm(instance.exports); (instance.exports as any).__wbindgen_start();
console.log("wasm", Date.now() - t0);
async function adapterFor(u: string, label: string, after = async () => {}) {
  const pool = new pg.Pool({ connectionString: u, max: 1, idleTimeoutMillis: 0 });
  const a: any = await new PrismaPg(pool).connect();
  const q = a.queryRaw.bind(a), e = a.executeRaw.bind(a);
  a.queryRaw = async (x: any) => { console.log(label, "Q", x.sql.slice(0, 300).replace(/\s+/g, " "), JSON.stringify(x.args).slice(0,200)); return q(x); };
  a.executeRaw = async (x: any) => { console.log(label, "E", x.sql.slice(0, 300).replace(/\s+/g, " "), JSON.stringify(x.args).slice(0,200)); return e(x); };
  a.executeScript = async (s: string) => { console.log(label, "S", s.slice(0, 100).replace(/\s+/g, " ")); try { await pool.query(s);} catch (err) { a.onError(err); } };
  a.dispose = async () => { console.log(label, "dispose"); await pool.end(); await after(); };
  const st = a.startTransaction; a.startTransaction = (...x: any[]) => { console.log(label, "TX", x); return st.apply(a, x); };
  return a;
}
const factory: any = {
  provider: "postgres", adapterName: "@prisma/adapter-pg",
  connect: () => adapterFor(url, "live"),
  connectToShadowDb: async () => {
    const admin = new pg.Client({ connectionString: url }); await admin.connect();
    const name = `gatepost_shadow_${process.pid}_${Math.random().toString(36).slice(2)}`;
    await admin.query(`CREATE DATABASE "${name}"`);
    const u = new URL(url); u.pathname = "/" + name;
    return adapterFor(u.toString(), "shadow", async () => { await admin.query(`DROP DATABASE "${name}"`); await admin.end(); });
  },
};
const schema = [[root + "/schema.prisma", readFileSync(root + "/schema.prisma", "utf8")]] as [string, string][];
const engine = await bg.SchemaEngine.new({ datamodels: schema }, (l: any) => console.log("LOG", l), bindMigrationAwareSqlAdapterFactory(factory));
const filters = { externalTables: [], externalEnums: [] };
const list = { baseDir: root + "/migrations", lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' }, shadowDbInitScript: "",
  migrationDirectories: readdirSync(root + "/migrations", { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => ({ path: d.name, migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: readFileSync(`${root}/migrations/${d.name}/migration.sql`, "utf8") } } })) };
try {
  if (what === "apply") console.log(await engine.applyMigrations({ migrationsList: list, filters }));
  if (what === "diag") console.log(await engine.diagnoseMigrationHistory({ migrationsList: list, optInToShadowDatabase: false, filters }));
  if (what === "diff") console.log(await engine.diff({ from: { tag: "migrations", ...list }, to: { tag: "schemaDatamodel", files: schema.map(([path, content]) => ({ path, content })) }, script: true, exitCode: true, filters }));
} catch (e) { console.log("ERR", e, (e as any).message, JSON.stringify(e)); }
console.log("total", Date.now() - t0);
process.exit(0);
