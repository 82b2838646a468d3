import { defineConfig } from "vitest/config";
import { root } from "../checks.ts";

/** The images of Dockerfile, built and started: `npm test -- images`. */
export default defineConfig({
  test: {
    root,
    name: "images",
    include: ["tests/images/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 3_600_000,
    expect: { poll: { timeout: 120_000, interval: 200 } },
  },
});
