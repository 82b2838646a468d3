import { eventFormats, eventNames } from "@gatepost/contract/endpoint-events";
import { createEndpoint } from "@gatepost/domain/event/create-endpoint";
import { listDeliveries, replayDelivery, testEndpoint } from "@gatepost/domain/event/deliveries";
import { deleteEndpoint, listEndpoints, rollEndpointSecret } from "@gatepost/domain/event/endpoints";
import { z } from "zod";
import { rowId, taskId } from "../ids.ts";
import { listInputWith } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

const endpoint = z.object({ endpointId: rowId });
const newEndpoint = z.object({
  url: z.string().max(10_000),
  format: z.enum(eventFormats),
  events: z.array(z.enum(eventNames)).max(eventNames.length),
  withLink: z.boolean(),
});

/** The account's endpoints for events, and the deliveries to them. */
export const eventsRouter = router({
  endpoints: signedIn.query(({ ctx }) => listEndpoints({ ctx: ctx.verb, input: { accountId: ctx.accountId } })),
  createEndpoint: signedIn.input(newEndpoint).mutation(({ ctx, input: { withLink, ...input } }) =>
    createEndpoint({
      ctx: ctx.verb,
      input: { ...input, linkOrigin: withLink ? (ctx.origin ?? null) : null, accountId: ctx.accountId },
    }),
  ),
  rollSecret: signedIn
    .input(endpoint)
    .mutation(({ ctx, input }) => rollEndpointSecret({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
  deleteEndpoint: signedIn
    .input(endpoint)
    .mutation(({ ctx, input }) => deleteEndpoint({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
  test: signedIn
    .input(endpoint)
    .mutation(({ ctx, input }) => testEndpoint({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
  deliveries: signedIn
    .input(listInputWith({ endpointId: rowId }))
    .query(({ ctx, input }) => listDeliveries({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
  replay: signedIn
    .input(z.object({ deliveryId: taskId }))
    .mutation(({ ctx, input }) => replayDelivery({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
});
