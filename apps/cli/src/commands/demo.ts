import { seedDemo } from "../../../../prisma/seed.ts";
import { readAddress } from "../arguments.ts";
import { readTarget } from "../caller.ts";
import { readOperatorSettings } from "../installation/running.ts";
import { keepSecret } from "../installation/secret.ts";
import { operate, operatorCommand } from "../operator.ts";
import { columns, terminalPhase } from "../output/report.ts";

/** `gatepost demo`: seeds what `up` seeds, for an installation that was started without the demo. */
export function demoCommand() {
  return operatorCommand("demo", "demo")
    .description(
      "Adds the demo account and its application with weeks of made-up history, if they are missing. If they are there, " +
        "only the application's links are changed, where they lead to another address than the site's.",
    )
    .summary("Adds the demo account and its application, if they are missing.")
    .option("--origin <address>", "where the site listens (default: the installation that runs here)", readAddress)
    .action(async ({ origin = readTarget(process.env).server, json }) => {
      const secret = await keepSecret(readOperatorSettings(process.env));
      await operate(json, {
        work: (ctx) => terminalPhase("seeding the demo", () => seedDemo({ ctx, secret, origin })),
        text: ({ accountId, softId, clientKey, created, replacedLinks }) =>
          columns([
            ["demo", created ? "created" : "was there already, with its history"],
            ["accountId", accountId],
            ["softId", softId],
            ["clientKey", clientKey],
            ...(replacedLinks
              ? [["links", `lead to ${origin} now, and led to ${replacedLinks.homepage ?? "nowhere"}`] as const]
              : []),
          ]),
      });
    });
}
