import { listReportSubscriptions } from "@gatepost/domain/report-email/list-report-subscriptions";
import { subscriptionKinds } from "@gatepost/domain/report-email/schedule";
import { sendTestReport, setReportSubscription } from "@gatepost/domain/report-email/set-report-subscription";
import { z } from "zod";
import { asCaller } from "../as-caller.ts";
import { authSettings } from "../auth-settings.ts";
import { rowId, softId } from "../ids.ts";
import { router, signedIn } from "../trpc.ts";

const subscription = { softId, addressId: rowId, kind: z.enum(subscriptionKinds) };

/** Reports and alerts about an application by email. */
export const reportsRouter = router({
  list: signedIn.input(z.object({ softId })).query(async ({ ctx, input }) => ({
    /** Whether this installation sends emails at all. */
    sends: authSettings().mail !== undefined,
    addresses: await listReportSubscriptions({ ctx: ctx.verb, input }),
  })),
  set: signedIn
    .input(z.object({ ...subscription, on: z.boolean(), timezone: z.string().max(100) }))
    .mutation(asCaller(setReportSubscription)),
  sendTest: signedIn.input(z.object(subscription)).mutation(asCaller(sendTestReport)),
});
