import { join } from "node:path";
import { Argument, Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { ROOT } from "../root.ts";

export function completionCommand() {
  return new Command("completion")
    .description(
      "Prints a script that completes commands and options. It also defines gatepost, unless that is on the path.",
    )
    .addArgument(new Argument("<shell>", "whose script it is").choices(shells))
    .addHelpText("after", '\nExample:\n  gatepost completion bash >> ~/.bashrc\n  eval "$(gatepost completion bash)"')
    .action((shell, _options, command) => {
      const program = { node: process.execPath, main: join(ROOT, "apps/cli/src/main.ts") };
      console.log(completionScript(shell, command.parent as CommandUnknownOpts, program).trimEnd());
    });
}

const shells = ["bash", "zsh"] as const;
type Shell = (typeof shells)[number];

/** What can follow a command's name. */
interface Completed {
  /** As typed: `gatepost account create`. */
  path: string;
  words: string[];
  /** The values of options that have a fixed set of them. */
  choices: { option: string; values: readonly string[] }[];
}

/** zsh completes nothing, and has no `compdef`, until something has called compinit. The .zshrc of macOS does not. */
const loadBashCompletion = `autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
`;

/**
 * A completion script generated from the commands themselves, so that it cannot be out of date. If the command is not on the path,
 * it defines one that runs this checkout. zsh reads scripts of bash.
 */
function completionScript(shell: Shell, root: CommandUnknownOpts, program: { node: string; main: string }): string {
  const commands = completedIn(root, root.name());
  const steps = commands.map(({ path }) => `"${path}"`).slice(1);
  const choices = commands.flatMap(({ path, choices }) =>
    choices.map(({ option, values }) => `    "${path} ${option}") offered="${values.join(" ")}" ;;`),
  );
  const words = commands.map(({ path, words }) => `      "${path}") offered="${words.join(" ")}" ;;`);
  return `# gatepost completion ${shell}
${shell === "zsh" ? loadBashCompletion : ""}\
command -v gatepost > /dev/null || gatepost() { ${quote(program.node)} ${quote(program.main)} "$@"; }
_gatepost() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=gatepost next offered
  for next in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$command $next" in ${steps.join("|")}) command="$command $next" ;; esac
  done
  case "$command $before" in
${choices.join("\n")}
    *) case "$command" in
${words.join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _gatepost gatepost
`;
}

function completedIn(command: CommandUnknownOpts, path: string): Completed[] {
  const below = command.commands.filter((one) => one.name() !== "help");
  const options = command.options.filter(({ hidden }) => !hidden);
  const fixed = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [
    {
      path,
      words: [...below.map((one) => one.name()), ...fixed, ...options.flatMap(({ long }) => long ?? []), "--help"],
      choices: options.flatMap(({ long, argChoices }) =>
        long && argChoices ? { option: long, values: argChoices } : [],
      ),
    },
    ...below.flatMap((one) => completedIn(one, `${path} ${one.name()}`)),
  ];
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
