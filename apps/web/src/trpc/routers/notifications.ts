import { eventFormats, eventNames } from "@gatepost/contract/events";
import {
  addEmailAddress,
  listEmailAddresses,
  removeEmailAddress,
  setEveryWait,
} from "@gatepost/domain/notifications/email-addresses";
import { listEmails } from "@gatepost/domain/notifications/wait-emails";
import {
  createEndpoint,
  deleteEndpoint,
  getCallbackSecret,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rollCallbackSecret,
  rollEndpointSecret,
  testEndpoint,
} from "@gatepost/domain/notifications/webhooks";
import { DomainError } from "@gatepost/domain/platform/errors";
import { z } from "zod";
import { afterwards, confirmEmail, sendMail } from "../../email/mail.ts";
import { authSettings } from "../../settings.ts";
import { listInputWith, longRowId, rowId } from "../inputs.ts";
import { asCaller, forAccount, logged, router, signedIn } from "../procedures.ts";

const endpoint = z.object({ endpointId: rowId });
const newEndpoint = z.object({
  url: z.string().max(10_000),
  format: z.enum(eventFormats),
  events: z.array(z.enum(eventNames)).max(eventNames.length),
  withLink: z.boolean(),
});

export const eventsRouter = router({
  endpoints: signedIn.query(forAccount(listEndpoints)),
  createEndpoint: signedIn.input(newEndpoint).mutation(({ ctx, input: { withLink, ...input } }) =>
    createEndpoint({
      ctx: ctx.verb,
      input: { ...input, linkOrigin: withLink ? (ctx.origin ?? null) : null, accountId: ctx.accountId },
    }),
  ),
  rollSecret: signedIn.input(endpoint).mutation(forAccount(rollEndpointSecret)),
  deleteEndpoint: signedIn.input(endpoint).mutation(forAccount(deleteEndpoint)),
  test: signedIn.input(endpoint).mutation(forAccount(testEndpoint)),
  deliveries: signedIn.input(listInputWith({ endpointId: rowId }, longRowId)).query(forAccount(listDeliveries)),
  replay: signedIn.input(z.object({ deliveryId: longRowId })).mutation(forAccount(replayDelivery)),
});

export const callbacksRouter = router({
  secret: signedIn.query(forAccount(getCallbackSecret)),
  rollSecret: signedIn.mutation(forAccount(rollCallbackSecret)),
});

/** The addresses of the account's people, for emails about waiting tasks. */
export const emailsRouter = router({
  list: signedIn.query(async ({ ctx }) => ({
    /** Whether this installation sends emails at all. */
    sends: authSettings().mail !== undefined,
    addresses: await listEmailAddresses({ ctx: ctx.verb, input: { accountId: ctx.accountId } }),
  })),

  /** Adds an address, or sends the email again in which its owner confirms it. */
  add: signedIn
    .use(logged("add-email"))
    .input(z.object({ email: z.string().max(320) }))
    .mutation(async ({ ctx, input }) => {
      const { mail, origin } = authSettings();
      if (!mail || !origin)
        throw new DomainError(
          "ERROR_BAD_REQUEST",
          "This installation sends no emails. Its operator can set GATEPOST_SMTP_URL.",
        );
      const asked = await addEmailAddress({ ctx: ctx.verb, input });
      if (asked) afterwards("confirmation email", () => sendMail(confirmEmail(asked, origin)));
      return { sent: asked !== null };
    }),

  recent: signedIn.query(forAccount(listEmails)),

  setEveryWait: signedIn.input(z.object({ addressId: rowId, everyWait: z.boolean() })).mutation(asCaller(setEveryWait)),

  remove: signedIn.input(z.object({ addressId: rowId })).mutation(asCaller(removeEmailAddress)),
});
