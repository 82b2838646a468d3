import { type Client, createClient } from "@gatepost/contract/client";
import { Command, Option } from "commander";
import { readAddress } from "./arguments.ts";

/** The options of every command that calls an installation over HTTP, as any program would. */
export interface CallerOptions {
  server: string;
  key: string;
  json?: boolean;
}

/** A command that calls the JSON methods: it has `--server`, `--key` and `--json`. */
export function callerCommand(name: string): Command {
  const command = serverCommand(name);
  for (const option of command.options) if (option.long === "--key") option.makeOptionMandatory();
  return command;
}

/** The same with an optional key. */
export function serverCommand(name: string): Command {
  const { GATEPOST_URL, GATEPOST_KEY } = process.env;
  const local = localAddress();
  return new Command(name)
    .addOption(
      new Option("--server <address>", "the URL of the installation")
        .default(GATEPOST_URL || local, `GATEPOST_URL, or ${local}`)
        .argParser(readAddress),
    )
    .addOption(new Option("--key <key>", "the account's key").default(GATEPOST_KEY || undefined, "GATEPOST_KEY"))
    .option("--json", "print the result as JSON");
}

/** Where an installation on this machine listens. */
export function localAddress(): string {
  // Empty means unset, as everywhere, because a .env file may contain names without values.
  return `http://127.0.0.1:${process.env.PORT || 3000}`;
}

export function openClient({ server, key }: CallerOptions): Client {
  return createClient({
    baseUrl: server,
    clientKey: key,
    fetch: (input, init) =>
      fetch(input, init).catch((cause: unknown) => {
        throw new Error(
          `${server} does not respond: start Gatepost there, or set another address with --server or GATEPOST_URL.`,
          { cause },
        );
      }),
  });
}
