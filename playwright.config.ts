import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { ensureBrowsers } from "./apps/cli/src/up/chromium.ts";
import { featuresOff } from "./apps/worker/src/browser/chromium-flags.ts";
import { leftToSoak } from "./tests/in-soak.ts";

/** The headless shell shows pages as the full browser does, at less cost; `npm run soak -- pages` looks at them in that one. */
const engine = process.env.GATEPOST_TEST_ENGINE === "full" ? "full" : "shell";
const { [engine]: executablePath } = await ensureBrowsers({ required: [engine] });

const testDir = join(import.meta.dirname, "tests/e2e");
const importsPlainTest = /import \{[^}]*\btest\b[^}]*\} from "@playwright\/test"/;

/**
 * Files that do not use the shared installations. Playwright runs them in processes of their own, and would begin them last:
 * most are long, and the processors would wait for them.
 */
const alone = readdirSync(testDir).filter(
  (name) => name.endsWith(".spec.ts") && importsPlainTest.test(readFileSync(join(testDir, name), "utf8")),
);
const inSoak = leftToSoak.map((file) => basename(file));

/** Whether /dev/shm has place for what browsers share between their processes: in most containers it has 64 MB. */
function hasSharedMemory(): boolean {
  if (!existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= 2 ** 30;
}

/** Most pages live for a second or a few: compiling their scripts a second time takes a twelfth of the processor time. */
const optimizersOff = engine === "shell" ? ["--js-flags=--no-opt,--no-maglev"] : [];

/** The whole flow, with real browsers on both sides. */
export default defineConfig({
  testDir,
  projects: [
    { name: "alone", testMatch: alone, testIgnore: inSoak },
    { name: "shared", testIgnore: [...alone, ...inSoak] },
  ],
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/setup.ts",
  // They wait for each other's processes more than they compute.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is no failure; what hangs is.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [featuresOff, ...optimizersOff],
      // With it, that memory is files in /tmp, which take a twelfth of the processor time where that is a disk.
      ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
    },
    // Most tests are not about motion, which takes time and a twentieth of the processor time.
    contextOptions: { reducedMotion: "reduce" },
    // People look at the portal; the headless shell calls itself a crawler.
    userAgent: devices["Desktop Chrome"].userAgent,
  },
});
