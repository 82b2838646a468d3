import { listDeliveries, replayDelivery } from "@gatepost/domain/event/deliveries";
import type { Command } from "commander";
import { readId, readRowId } from "../argument.ts";
import { type ListOptions, listCommand, printPage } from "../list-command.ts";
import { minute, type OfAccount, ofAccount, operate, operatorCommand } from "../operator.ts";
import { oneLine } from "../printable.ts";

/** `gatepost event deliveries`. */
export function deliveriesCommand(): Command {
  const command = listCommand(
    "Lists the deliveries to an endpoint.",
    "gatepost event deliveries 7 --account 2",
    readId,
  );
  return ofAccount(command, "whose endpoint")
    .name("deliveries")
    .argument("<endpoint>", "the endpoint's id", readRowId)
    .action(async (endpointId: number, { account: accountId, ...options }: ListOptions & OfAccount) => {
      await printPage({
        options,
        read: (ctx, page) => listDeliveries({ ctx, input: { accountId, endpointId, ...page } }),
        head: ["id", "event", "task", "created", "attempts", "delivered", "next attempt", "problem"],
        row: ({ deliveryId, event, taskId, createdAt, attempts, deliveredAt, nextAt, problem }) => [
          ...[String(deliveryId), event, taskId === null ? "" : String(taskId), minute(createdAt)],
          ...[String(attempts), minute(deliveredAt), minute(nextAt), oneLine(problem ?? "")],
        ],
        none: "Nothing was sent to this endpoint.",
      });
    });
}

/** `gatepost event replay`. */
export function replayCommand(): Command {
  return ofAccount(operatorCommand("replay"), "whose endpoint")
    .description("Sends a delivery again, under the same id.")
    .argument("<delivery>", "the delivery's id", readId)
    .addHelpText("after", "\nExample:\n  gatepost event replay 81 --account 2")
    .action(async (deliveryId: number, { account: accountId, json }: OfAccount) => {
      await operate({
        json,
        work: (ctx) => replayDelivery({ ctx, input: { accountId, deliveryId } }).then(() => ({ deliveryId })),
        text: () => `Delivery ${deliveryId} is on its way.`,
      });
    });
}
