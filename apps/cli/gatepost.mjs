#!/usr/bin/env node
// `npx gatepost` in a checkout: the install links it, and it installs again where the sources of the packages changed.
process.argv.splice(2, 0, "apps/cli/src/main.ts");
await import("../../bootstrap.mjs");
