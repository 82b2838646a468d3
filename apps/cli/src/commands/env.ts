import { callerCommand, readTarget } from "../caller.ts";
import { commandName, shellWord } from "../command-name.ts";
import { report } from "../output/report.ts";

export function envCommand() {
  return callerCommand("env")
    .description(
      "Prints the address of the installation, the key and the demo site's address as variables for a shell to read. At a " +
        "terminal, the key is left out.",
    )
    .summary("Prints the installation's address and key as variables for a shell.")
    .addHelpText("after", '\nExample:\n  eval "$(gatepost env)"\n  gatepost env --json')
    .action((options) =>
      report(options.json, {
        work: async () => {
          const { server, demoSite } = readTarget(process.env, options);
          return { url: server, clientKey: options.key, ...(demoSite && { demoSite }) };
        },
        text: ({ url, clientKey, demoSite }) =>
          [
            `export GATEPOST_URL=${shellWord(url)}`,
            process.stdout.isTTY
              ? `# The key is not shown here. To set it too: eval "$(${commandName} env)"`
              : `export GATEPOST_KEY=${shellWord(clientKey)}`,
            ...(demoSite ? [`export DEMO_SITE=${shellWord(demoSite)}`] : []),
          ].join("\n"),
      }),
    );
}
