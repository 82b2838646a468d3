import { Option } from "@commander-js/extra-typings";
import { eventFormats, eventNames } from "@gatepost/contract/events";
import {
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rollCallbackSecret,
  rollEndpointSecret,
  testEndpoint,
} from "@gatepost/domain/notifications/webhooks";
import { readAddress, readId, readRowId } from "../arguments.ts";
import { commandGroup } from "../caller.ts";
import { listCommand, ofAccount, operate, operatorCommand, pageText, printPage } from "../operator.ts";
import { columns } from "../output/report.ts";

export const eventCommand = () =>
  commandGroup(
    "event",
    "Endpoints that are notified when a task waits, is ready or has failed, directly on the database.",
    [
      ofAccount(
        operatorCommand("add", "event add --account 2 --event ready failed -- https://example.com/events"),
        "whose endpoint",
      )
        .description("Registers an endpoint and shows once the secret that signs its deliveries.")
        .argument("<url>", "where events are posted", readAddress)
        .addOption(new Option("--format <format>", "the form of the bodies").choices(eventFormats).default("standard"))
        .addOption(new Option("--event <event...>", "the events that it gets").choices(eventNames).default(eventNames))
        .option(
          "--link-origin <address>",
          "adds answer links to task.waiting, at this address of the site",
          readAddress,
        )
        .action(async (url, { account: accountId, format, event: events, linkOrigin, json }) => {
          const origin = linkOrigin === undefined ? null : new URL(linkOrigin).origin;
          await operate(json, {
            work: (ctx) => createEndpoint({ ctx, input: { accountId, url, format, events, linkOrigin: origin } }),
            text: ({ endpointId, secret }) =>
              columns({ endpoint: endpointId, secret: `${secret}\nKeep it: it is not shown again.` }),
          });
        }),
      ofAccount(operatorCommand("list", "event list --account 2"), "whose endpoint")
        .description("Lists an account's endpoints.")
        .action(({ account: accountId, json }) =>
          operate(json, {
            work: async (ctx) => ({ endpoints: await listEndpoints({ ctx, input: { accountId } }) }),
            text: ({ endpoints: items }) =>
              pageText({
                items,
                head: ["id", "url", "format", "events", "answer links"],
                row: (one) => [one.endpointId, one.url, one.format, one.events.join(" "), one.withLink ? "yes" : "no"],
                none: `Account ${accountId} has no endpoints.`,
              }),
          }),
        ),
      ofEndpoint(
        "remove",
        "Deletes an endpoint with its deliveries; its answer links end.",
        deleteEndpoint,
        (id) => `Removed endpoint ${id}.`,
      ),
      ofEndpoint(
        "roll-secret",
        "Creates a new secret for an endpoint and shows it once. The previous one works for another day.",
        rollEndpointSecret,
        (_, { secret }) => columns({ secret: `${secret}\nKeep it: it is not shown again.` }),
      ),
      ofEndpoint(
        "test",
        "Sends a test to an endpoint.",
        testEndpoint,
        (id) => `A test is on its way to endpoint ${id}.`,
      ),
      ofAccount(
        listCommand("Lists the deliveries to an endpoint.", "event deliveries 7 --account 2", readId),
        "whose endpoint",
      )
        .name("deliveries")
        .argument("<endpoint>", "the endpoint's id", readRowId)
        .action((endpointId, { account: accountId, ...options }) =>
          printPage(options, {
            read: (ctx, page) => listDeliveries({ ctx, input: { accountId, endpointId, ...page } }),
            head: ["id", "event", "task", "created", "attempts", "delivered", "next attempt", "problem"],
            row({ deliveryId, event, taskId, createdAt, attempts, deliveredAt, nextAt, problem }) {
              return [deliveryId, event, taskId, createdAt, attempts, deliveredAt, nextAt, problem];
            },
            none: "Nothing was sent to this endpoint.",
          }),
        ),
      ofAccount(operatorCommand("replay", "event replay 81 --account 2"), "whose endpoint")
        .description("Sends a delivery again, under the same id.")
        .argument("<delivery>", "the delivery's id", readId)
        .action((deliveryId, { account: accountId, json }) =>
          operate(json, {
            work: (ctx) => replayDelivery({ ctx, input: { accountId, deliveryId } }).then(() => ({ deliveryId })),
            text: () => `Delivery ${deliveryId} is on its way.`,
          }),
        ),
    ],
  );

/** A command that does something with one endpoint. */
function ofEndpoint<Result>(
  name: string,
  description: string,
  work: (of: Parameters<typeof deleteEndpoint>[0]) => Promise<Result>,
  text: (endpointId: number, result: Result) => string,
) {
  return ofAccount(operatorCommand(name, `event ${name} 7 --account 2`), "whose endpoint")
    .description(description)
    .argument("<endpoint>", "the endpoint's id", readRowId)
    .action((endpointId, { account: accountId, json }) =>
      operate(json, {
        work: async (ctx) => ({ endpointId, ...(await work({ ctx, input: { accountId, endpointId } })) }),
        text: (result) => text(endpointId, result as Result),
      }),
    );
}

export const callbackCommand = () =>
  commandGroup("callback", "Callbacks of accounts, directly on the database.", [
    ofAccount(
      operatorCommand("roll-secret", "callback roll-secret --account 2"),
      "the account whose callbacks it signs",
    )
      .description(
        "Creates a new secret for verifying callbacks and shows it once. The previous one works for another day.",
      )
      .action(({ account: accountId, json }) =>
        operate(json, {
          work: (ctx) => rollCallbackSecret({ ctx, input: { accountId } }),
          text: ({ secret }) => columns({ secret: `${secret}\nKeep it: it is not shown again.` }),
        }),
      ),
  ]);
