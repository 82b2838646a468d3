import { addEmailAddress } from "@gatepost/domain/email-address/add-email-address";
import { listEmailAddresses } from "@gatepost/domain/email-address/list-email-addresses";
import { removeEmailAddress } from "@gatepost/domain/email-address/remove-email-address";
import { setEveryWait } from "@gatepost/domain/email-address/set-every-wait";
import { DomainError } from "@gatepost/domain/errors";
import { listEmails } from "@gatepost/domain/wait-email/list-emails";
import { z } from "zod";
import { confirmEmail } from "../../email/confirm-email.ts";
import { afterwards } from "../afterwards.ts";
import { asCaller } from "../as-caller.ts";
import { authSettings } from "../auth-settings.ts";
import { rowId } from "../ids.ts";
import { sendMail } from "../mail.ts";
import { logged, router, signedIn } from "../trpc.ts";

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

  /** The latest emails about waits, with the outcome of each. */
  recent: signedIn.query(({ ctx }) => listEmails({ ctx: ctx.verb, input: { accountId: ctx.accountId } })),

  setEveryWait: signedIn.input(z.object({ addressId: rowId, everyWait: z.boolean() })).mutation(asCaller(setEveryWait)),

  remove: signedIn.input(z.object({ addressId: rowId })).mutation(asCaller(removeEmailAddress)),
});
