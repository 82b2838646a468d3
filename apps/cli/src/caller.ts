import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { Gatepost } from "gatepost";
import { readAddress } from "./arguments.ts";
import {
  findInstallation,
  isSameServer,
  readDemoKey,
  runningInstallations,
  sayTarget,
} from "./installation/running.ts";

/** A command that has others below it and does nothing by itself. */
export function commandGroup(name: string, description: string, commands: readonly CommandUnknownOpts[]) {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** For addHelpText: examples of the command, each as what follows `gatepost`. */
export const example = (...examples: string[]) => ["after", ["\nExample:", ...examples].join("\n  gatepost ")] as const;

export function withExamples<Made extends CommandUnknownOpts>(command: Made, examples: readonly string[]): Made {
  return examples.length > 0 ? (command.addHelpText(...example(...examples)) as Made) : command;
}

/** The options of every command that calls an installation over HTTP, as any program would. */
type CallerOptions = { server: string; key: string; json?: true };

/**
 * A command that calls the JSON methods: it has `--server`, `--key` and `--json`. Without them it calls what `findInstallation`
 * finds, with the key of its demo's account. `examples`: as `example` has them.
 */
export function callerCommand(name: string, ...examples: string[]) {
  const command = withExamples(serverCommand(name, "GATEPOST_KEY, or the local demo account's"), examples);
  const called = command.hook("preAction", (_, command) => {
    const { server, key, source } = readTarget(process.env, command.opts());
    if (!key)
      command.error(
        `There is no key for ${server}: set GATEPOST_KEY, or give --key. A local installation with the demo has one while it runs.`,
      );
    command.setOptionValue("server", server).setOptionValue("key", key);
    sayTarget(`${server}, with ${source}`);
  });
  return called as unknown as Command<[], CallerOptions>;
}

/** A command that calls the JSON methods without a key; its server is read by `serverOf`. */
export function serverCommand(name: string, keyDefault = "GATEPOST_KEY") {
  return new Command(name)
    .addOption(
      new Option(
        "--server <address>",
        "the URL of the installation (default: GATEPOST_URL, or the one that runs here)",
      ).argParser(readAddress),
    )
    .option("--key <key>", `the account's key (default: ${keyDefault})`)
    .option("--json", "print the result as JSON");
}

/** Where a call goes, its key, and what that comes from, for people. The demo's key is sent to no server but its own. */
export function readTarget(
  env: NodeJS.ProcessEnv,
  given: { server?: string; key?: string } = {},
  found = runningInstallations(),
) {
  // Empty means unset, as everywhere, because a .env file may contain names without values.
  const named = given.server || env.GATEPOST_URL;
  const running = findInstallation({ ...env, GATEPOST_URL: named }, found);
  const server = named || running?.url || `http://127.0.0.1:${env.PORT || 3000}`;
  const local = running && isSameServer(running.url, server) ? running : undefined;
  const target = { server, demoSite: local?.demo?.site };
  if (given.key) return { ...target, key: given.key, source: "the key of --key" };
  if (env.GATEPOST_KEY) return { ...target, key: env.GATEPOST_KEY, source: "the key of GATEPOST_KEY" };
  return { ...target, key: local && readDemoKey(local), source: "the demo account's key" };
}

export function openClient({ server, key }: CallerOptions): Gatepost {
  return new Gatepost({
    baseUrl: server,
    clientKey: key,
    // Somebody at a terminal learns at once that the server is down or busy.
    retrySeconds: 0,
    fetch: (input, init) =>
      fetch(input, init).catch((cause: unknown) => {
        throw new Error(
          `${server} does not respond: start Gatepost there, or set another address with --server or GATEPOST_URL.`,
          { cause },
        );
      }),
  });
}
