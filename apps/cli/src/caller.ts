import { type Client, createClient } from "@gatepost/contract/client";
import { Command, Option } from "commander";
import { readAddress } from "./argument.ts";

/** What every command takes that calls an installation over HTTP, as any program would. */
export interface CallerOptions {
  url: string;
  key: string;
  json?: boolean;
}

/** A command that calls the JSON methods: it has `--url`, `--key` and `--json`. */
export function callerCommand(name: string): Command {
  return new Command(name)
    .addOption(
      new Option("--url <address>", "the installation to call")
        .env("GATEPOST_URL")
        .default(`http://127.0.0.1:${process.env.PORT || 3000}`)
        .argParser(readAddress),
    )
    .addOption(new Option("--key <key>", "the account's key").env("GATEPOST_KEY").makeOptionMandatory())
    .option("--json", "print the answer as JSON");
}

export function openClient({ url, key }: CallerOptions): Client {
  return createClient({
    baseUrl: url,
    clientKey: key,
    fetch: (input, init) =>
      fetch(input, init).catch((cause: unknown) => {
        throw new Error(`${url} does not answer: start Gatepost, or name another address with --url or GATEPOST_URL.`, {
          cause,
        });
      }),
  });
}
