#!/usr/bin/env node
// `npx gatepost` in a checkout: the install links it, and it installs again where the sources of the packages changed.
const parent = process.ppid;
// npx passes a signal to the shell between, which ends without us.
setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGTERM"), 500).unref();
process.argv.splice(2, 0, "apps/cli/src/main.ts");
await import("../../bootstrap.mjs");
