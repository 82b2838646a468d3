import cluster from "node:cluster";
import { readEach, wrongSetting } from "@gatepost/domain/platform/settings";
import { runPrimary, startMetricsOfAll } from "./src/host/processes.ts";
import { serve } from "./src/host/serve.ts";
import { authSettings, readHostSettings, readSettings } from "./src/settings.ts";

// The reader of our output may end first, as `tee` does after Ctrl-C. That must not keep this process from draining.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

type Failure = Error & { code?: string; port?: number; address?: string; hostname?: string };

/** The web process: hosts Next.js on node:http, WEB_CONCURRENCY times. */
try {
  const { settings } = readEach({
    settings: () => readHostSettings(process.env),
    auth: authSettings,
    database: () => readSettings(process.env),
  });
  if (settings.processes > 1 && cluster.isPrimary) {
    if (settings.metrics) await startMetricsOfAll(settings.metrics);
    runPrimary(settings.processes);
  } else await serve(settings);
} catch (error) {
  const failure = error as Failure;
  console.error(explain(failure));
  // Sentences of our own have no code, and say which setting is wrong.
  process.exit(failure.code ? 1 : wrongSetting);
}

function explain({ code, port, address, hostname, message }: Failure): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is taken: stop what listens there, or set PORT to another one.`;
    case "EACCES":
      return `Port ${port} may not be opened by this user: set PORT to one above 1023.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${hostname}, which is no name that this machine knows: give it an address, as 127.0.0.1.`;
    case "EADDRNOTAVAIL":
      return `This machine does not have the address ${address}: set HOST to one of its own.`;
    default:
      return message;
  }
}
