import { readSiteOrigin } from "@gatepost/domain/site-origin";
import { Command } from "commander";
import { readSettings } from "../up/settings.ts";

/** `gatepost up`: what `npm start` and `npm run dev` run. */
export function upCommand(): Command {
  return new Command("up")
    .description("Starts everything: database, web and worker. Ctrl-C stops it. Settings: see .env.example.")
    .option("--dev", "serve the web app from source and reload on changes")
    .addHelpText("after", "\nExample:\n  gatepost up\n  PORT=8080 gatepost up --dev")
    .action(async ({ dev = false }: { dev?: boolean }) => {
      const settings = readSettings(process.env);
      const site = readSiteOrigin(process.env);
      // Loaded only here, because the other commands start faster without them.
      const [{ requireProgramSettings }, { up }] = await Promise.all([
        import("../up/program-settings.ts"),
        import("../up/up.ts"),
      ]);
      requireProgramSettings(process.env);
      await up(settings, { dev, site });
    });
}
