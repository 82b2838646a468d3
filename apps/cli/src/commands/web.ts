import { Command } from "commander";
import { openCommon } from "../up/separate.ts";

/** `gatepost web`: the web server by itself. */
export function webCommand(): Command {
  return new Command("web")
    .description("Runs the web server alone, with DATABASE_URL and GATEPOST_SECRET. Ctrl-C stops it.")
    .option("--build-only", "build the web app if its sources changed, and end")
    .addHelpText("after", "\nExample:\n  gatepost web\n  PORT=8080 WEB_CONCURRENCY=2 gatepost web")
    .action(async ({ buildOnly = false }: { buildOnly?: boolean }) => {
      // Loaded only here, because the other commands start faster without them.
      const [{ phase }, { buildWeb, staleWeb }] = await Promise.all([
        import("../up/progress.mjs"),
        import("../up/web-build.ts"),
      ]);
      const build = async () => {
        const sources = await staleWeb();
        if (sources) await phase("building the web app", () => buildWeb(sources));
      };
      if (buildOnly) return build();
      const common = openCommon(process.env, "GATEPOST_WEB_DATABASE_URL");
      await build();
      const [{ webProgram, webScript }, { runProgram }, { workerUser }] = await Promise.all([
        import("../up/programs.ts"),
        import("../up/run-program.ts"),
        import("../up/worker-user.ts"),
      ]);
      const { dataDir } = common.settings;
      // As root it becomes an ordinary user where that one can read the checkout, as with `up`.
      const as = workerUser({ script: webScript, browsers: {}, dataDir }, () => {});
      process.exitCode = await runProgram(webProgram({ ...common, as }));
    });
}
