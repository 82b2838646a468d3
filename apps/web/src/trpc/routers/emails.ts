import {
  addEmailAddress,
  listEmailAddresses,
  removeEmailAddress,
  setEveryWait,
} from "@gatepost/domain/notifications/email-addresses";
import { listEmails } from "@gatepost/domain/notifications/wait-emails";
import { DomainError } from "@gatepost/domain/platform/errors";
import { z } from "zod";
import { confirmEmail } from "../../email/account-emails.ts";
import { afterwards, sendMail } from "../../email/mail.ts";
import { authSettings } from "../../settings.ts";
import { rowId } from "../inputs.ts";
import { asCaller, logged, ofAccount, router, signedIn } from "../procedures.ts";

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

  recent: signedIn.query(ofAccount(listEmails)),

  setEveryWait: signedIn.input(z.object({ addressId: rowId, everyWait: z.boolean() })).mutation(asCaller(setEveryWait)),

  remove: signedIn.input(z.object({ addressId: rowId })).mutation(asCaller(removeEmailAddress)),
});
