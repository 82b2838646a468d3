import { join } from "node:path";
import { Argument, Command } from "commander";
import { completionScript, type Shell, shells } from "../completion-script.ts";
import { ROOT } from "../root.ts";

/** `gatepost completion`: prints a script with which a shell completes the other commands. */
export function completionCommand(): Command {
  return new Command("completion")
    .description(
      "Prints a script that completes commands and options. It also defines gatepost, unless that is on the path.",
    )
    .addArgument(new Argument("<shell>", "whose script it is").choices(shells))
    .addHelpText("after", '\nExample:\n  gatepost completion bash >> ~/.bashrc\n  eval "$(gatepost completion bash)"')
    .action((shell: Shell, _options: object, command: Command) => {
      const program = { node: process.execPath, main: join(ROOT, "apps/cli/src/main.ts") };
      process.stdout.write(completionScript(shell, command.parent as Command, program));
    });
}
