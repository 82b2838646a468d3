import { listDeliveries, replayDelivery } from "@gatepost/domain/event/deliveries";
import type { Command } from "commander";
import { readId, readRowId } from "../argument.ts";
import { type ListOptions, listCommand, printPage } from "../list-command.ts";
import { minute, operate, operatorCommand } from "../operator.ts";
import { oneLine } from "../printable.ts";
import { table } from "../table.ts";

const ofAccount = (command: Command) => command.requiredOption("--account <accountId>", "whose endpoint", readRowId);

/** `gatepost event deliveries`. */
export function deliveriesCommand(): Command {
  return ofAccount(listCommand("Lists the deliveries to an endpoint.", "gatepost event deliveries 7 --account 2"))
    .name("deliveries")
    .argument("<endpoint>", "the endpoint's id", readRowId)
    .action(async (endpointId: number, { account: accountId, ...options }: ListOptions & { account: number }) => {
      await printPage({
        options,
        read: (ctx, page) => listDeliveries({ ctx, input: { accountId, endpointId, ...page } }),
        text: (items) =>
          table(
            ["id", "event", "task", "created", "attempts", "delivered", "next attempt", "problem"],
            items.map(({ deliveryId, event, taskId, createdAt, attempts, deliveredAt, nextAt, problem }) => [
              ...[String(deliveryId), event, taskId === null ? "" : String(taskId), minute(createdAt)],
              ...[String(attempts), minute(deliveredAt), minute(nextAt), oneLine(problem ?? "")],
            ]),
          ),
        none: "Nothing was sent to this endpoint.",
      });
    });
}

/** `gatepost event replay`. */
export function replayCommand(): Command {
  return ofAccount(operatorCommand("replay"))
    .description("Sends a delivery again, under the same id.")
    .argument("<delivery>", "the delivery's id", readId)
    .addHelpText("after", "\nExample:\n  gatepost event replay 81 --account 2")
    .action(async (deliveryId: number, { account: accountId, json }: { account: number; json?: boolean }) => {
      await operate({
        json,
        work: async (ctx) => {
          await replayDelivery({ ctx, input: { accountId, deliveryId } });
          return { deliveryId };
        },
        text: () => `Delivery ${deliveryId} is on its way.`,
      });
    });
}
