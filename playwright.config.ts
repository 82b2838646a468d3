import { defineConfig } from "@playwright/test";
import { ensureChromium } from "./apps/cli/src/up/chromium.ts";
import { featuresOff } from "./apps/worker/src/browser/chromium-features.ts";

const executablePath = await ensureChromium();

/** The whole flow, with real browsers on both sides: each of Playwright's workers has an installation of its own. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/postgres.ts",
  // They wait for each other's processes more than they compute.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is no failure; what hangs is.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: { launchOptions: { executablePath, args: [featuresOff] } },
});
