import { Command } from "@commander-js/extra-typings";
import { readEach, readSiteOrigin } from "@gatepost/domain/platform/settings";
import { Gatepost } from "gatepost";
import { callerCommand, example } from "../caller.ts";
import { findInstallation } from "../installation/running.ts";
import { mistypedNames, openCommon, readSettings } from "../installation/settings.ts";

// What these commands run is loaded by their actions, because other commands start faster without it.

/** `gatepost up`: what `npm start` and `npm run dev` run. */
export function upCommand() {
  return new Command("up")
    .description("Starts everything: database, web and worker. Ctrl-C stops it. Settings: see .env.example.")
    .option("--dev", "serve the web app from source and reload on changes")
    .addHelpText("after", "\nExample:\n  gatepost up\n  PORT=8080 gatepost up --dev")
    .action(async ({ dev = false }) => {
      for (const sentence of mistypedNames(process.env)) console.error(sentence);
      const { requireProgramSettings } = await import("../up/program-settings.ts");
      const { up } = await import("../up/up.ts");
      const { settings, site } = readEach({
        settings: () => readSettings(process.env),
        site: () => readSiteOrigin(process.env),
        programs: () => requireProgramSettings(process.env),
      });
      await up(settings, { dev, site });
    });
}

export function webCommand() {
  return new Command("web")
    .description("Runs the web server alone, with DATABASE_URL and GATEPOST_SECRET. Ctrl-C stops it.")
    .option("--build-only", "build the web app if its sources changed, and end")
    .addHelpText("after", "\nExample:\n  gatepost web\n  PORT=8080 WEB_CONCURRENCY=2 gatepost web")
    .action(async ({ buildOnly = false }) => {
      const { ensureWeb } = await import("../up/web-build.ts");
      if (buildOnly) return ensureWeb();
      const common = openCommon(process.env, "GATEPOST_WEB_DATABASE_URL");
      await ensureWeb();
      const { webProgram, webScript, workerUser } = await import("../up/programs.ts");
      const { runProgram } = await import("../up/supervise.ts");
      const { dataDir } = common.settings;
      // As root it becomes an ordinary user where that one can read the checkout, as with `up`.
      const as = await workerUser({ script: webScript, browsers: {}, dataDir }, () => {});
      process.exitCode = await runProgram(webProgram({ ...common, as }));
    });
}

export function workerCommand() {
  return new Command("worker")
    .description(
      "Runs one worker alone, with DATABASE_URL and GATEPOST_SECRET. Ctrl-C stops it: tasks that can be run again go back to the queue, the others get time to end.",
    )
    .addHelpText("after", "\nExample:\n  gatepost worker\n  WORKER_SLOTS=8 gatepost worker")
    .action(async () => {
      const common = openCommon(process.env, "GATEPOST_WORKER_DATABASE_URL");
      const { phase } = await import("../output/progress.mjs");
      const { ensureBrowsers } = await import("../up/chromium.ts");
      const { workerProgram, workerScript, workerUser } = await import("../up/programs.ts");
      const { runProgram } = await import("../up/supervise.ts");
      const browsers = await phase("looking for browsers", (say) => ensureBrowsers({ log: say }));
      const { dataDir } = common.settings;
      const as = await workerUser({ script: workerScript, browsers, dataDir }, console.log);
      process.exitCode = await runProgram(workerProgram({ ...common, browsers, as }));
    });
}

export function restartWorkerCommand() {
  return new Command("restart-worker")
    .description(
      "Has the running installation start a new worker. The one before takes no more tasks, and ends when its last one has ended, so that no wait is lost.",
    )
    .addHelpText(...example("restart-worker"))
    .action(() => {
      const running = findInstallation(process.env);
      if (!running) throw new Error("No installation of this checkout is running: start one with npm start.");
      try {
        process.kill(running.pid, "SIGUSR2");
      } catch (cause) {
        throw new Error(
          `Another user runs the installation, as process ${running.pid}: run this command as that user.`,
          { cause },
        );
      }
      console.log("A new worker starts. The one before ends when its last task has ended.");
    });
}

export function mcpCommand() {
  return callerCommand("mcp", "mcp --server https://gatepost.example.com")
    .description("Serves an agent over MCP, on standard input and output: each template of the account is a tool.")
    .action(async ({ server, key }) => {
      const { serveStdio } = await import("@gatepost/mcp/stdio");
      await serveStdio(new Gatepost({ baseUrl: server, clientKey: key }));
    });
}
