import { eventFormats, eventNames } from "@gatepost/contract/events";
import { getCallbackSecret, rollCallbackSecret } from "@gatepost/domain/notifications/callback-secret";
import { listDeliveries, replayDelivery, testEndpoint } from "@gatepost/domain/notifications/deliveries";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rollEndpointSecret,
} from "@gatepost/domain/notifications/endpoints";
import { z } from "zod";
import { listInputWith, rowId, taskId } from "../inputs.ts";
import { forAccount, ofAccount, router, signedIn } from "../procedures.ts";

const endpoint = z.object({ endpointId: rowId });
const newEndpoint = z.object({
  url: z.string().max(10_000),
  format: z.enum(eventFormats),
  events: z.array(z.enum(eventNames)).max(eventNames.length),
  withLink: z.boolean(),
});

export const eventsRouter = router({
  endpoints: signedIn.query(ofAccount(listEndpoints)),
  createEndpoint: signedIn.input(newEndpoint).mutation(({ ctx, input: { withLink, ...input } }) =>
    createEndpoint({
      ctx: ctx.verb,
      input: { ...input, linkOrigin: withLink ? (ctx.origin ?? null) : null, accountId: ctx.accountId },
    }),
  ),
  rollSecret: signedIn.input(endpoint).mutation(forAccount(rollEndpointSecret)),
  deleteEndpoint: signedIn.input(endpoint).mutation(forAccount(deleteEndpoint)),
  test: signedIn.input(endpoint).mutation(forAccount(testEndpoint)),
  deliveries: signedIn.input(listInputWith({ endpointId: rowId })).query(forAccount(listDeliveries)),
  replay: signedIn.input(z.object({ deliveryId: taskId })).mutation(forAccount(replayDelivery)),
});

export const callbacksRouter = router({
  secret: signedIn.query(ofAccount(getCallbackSecret)),
  rollSecret: signedIn.mutation(ofAccount(rollCallbackSecret)),
});
