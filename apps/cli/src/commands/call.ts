import { InvalidArgumentError } from "@commander-js/extra-typings";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { showDollars } from "@gatepost/presenters/dollars";
import { Gatepost, type MethodName } from "gatepost";
import { callerCommand, openClient } from "../caller.ts";
import { columns, oneLine, report } from "../output/report.ts";

/** The client has a function for each method of the contract's table, defined as a property of its class. */
const methodNames = Object.keys(Object.getOwnPropertyDescriptors(Gatepost.prototype)).filter(
  (name): name is MethodName => !["constructor", "run", "watch"].includes(name),
);

/** `gatepost call`: any method of the API, also those without a command of their own. */
export function callCommand() {
  return callerCommand("call")
    .description("Calls a method of the API by its name, and prints its response as JSON.")
    .argument("<method>", "the method, such as getSpendingStats", readMethod)
    .argument("[property=value...]", "its properties; what is JSON is read as JSON, anything else is text")
    .addHelpText(
      "after",
      `\nMethods:\n  ${methodNames.join("\n  ")}\n\nExample:\n  gatepost call listTasks state=waiting limit=10`,
    )
    .action(async (method, properties, options) => {
      const request = Object.fromEntries(properties.map(readProperty));
      await report(options.json, {
        work: (): Promise<unknown> => openClient(options)[method](request as never),
        text: (response) => JSON.stringify(response, null, 2),
      });
    });
}

function readMethod(text: string): MethodName {
  const name = methodNames.find((one) => one.toLowerCase() === text.toLowerCase());
  if (!name) throw new InvalidArgumentError("There is no such method; --help lists them.");
  return name;
}

function readProperty(text: string): [name: string, value: unknown] {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(`${oneLine(text)} is not a property and its value, such as limit=10.`);
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), parseExactJson(value)];
  } catch {
    return [text.slice(0, at), value];
  }
}

export function balanceCommand() {
  return callerCommand("balance", "balance")
    .description("Shows the account's balance.")
    .action((options) =>
      report(options.json, {
        work: () => openClient(options).getBalance(),
        text: ({ balance }) => columns({ balance: showDollars(BigInt(Math.round(balance * 1e6))) }),
      }),
    );
}
