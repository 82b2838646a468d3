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

/**
 * A completion script generated from the commands themselves, so that it cannot be out of date. If the command is not on the path,
 * it defines one that runs this checkout.
 */
function completionScript(shell: Shell, root: CommandUnknownOpts, program: { node: string; main: string }): string {
  const commands = completedIn(root, root.name());
  const steps = commands.map(({ path }) => `"${path}"`).slice(1);
  const fallback = `command -v gatepost > /dev/null || gatepost() { ${quote(program.node)} ${quote(program.main)} "$@"; }`;
  return (shell === "bash" ? bash : zsh)(commands, steps.join("|"), fallback);
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

const bash = (commands: Completed[], steps: string, fallback: string): string => `# gatepost completion bash
${fallback}
_gatepost() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=gatepost next words
  for next in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $next" in ${steps}) command="$command $next" ;; esac
  done
  case "$command $before" in
${choiceLines(commands, (values) => `words="${values}"`)}
    *) case "$command" in
${wordLines(commands, (words) => `words="${words}"`)}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _gatepost gatepost
`;

const zsh = (commands: Completed[], steps: string, fallback: string): string => `#compdef gatepost
# gatepost completion zsh
${fallback}
_gatepost() {
  local before=\${words[CURRENT-1]} command=gatepost next
  for next in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $next" in ${steps}) command="$command $next" ;; esac
  done
  case "$command $before" in
${choiceLines(commands, (values) => `compadd -- ${values}`)}
    *) case "$command" in
${wordLines(commands, (words) => `compadd -- ${words}`)}
    esac ;;
  esac
  (( compstate[nmatches] )) || _files
}
# Sourced, or loaded at the first completion from a folder of fpath, where it is named _gatepost.
if [[ $funcstack[1] == _gatepost ]]; then _gatepost "$@"; else compdef _gatepost gatepost; fi
`;

function choiceLines(commands: Completed[], offer: (values: string) => string): string {
  return commands
    .flatMap(({ path, choices }) =>
      choices.map(({ option, values }) => `    "${path} ${option}") ${offer(values.join(" "))} ;;`),
    )
    .join("\n");
}

const wordLines = (commands: Completed[], offer: (words: string) => string): string =>
  commands.map(({ path, words }) => `      "${path}") ${offer(words.join(" "))} ;;`).join("\n");

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
