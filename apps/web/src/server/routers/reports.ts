import { listReportSubscriptions } from "@gatepost/domain/report-email/list-report-subscriptions";
import { subscriptionKinds } from "@gatepost/domain/report-email/schedule";
import { sendTestReport, setReportSubscription } from "@gatepost/domain/report-email/set-report-subscription";
import { z } from "zod";
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
    .mutation(({ ctx, input }) => setReportSubscription({ ctx: ctx.verb, input })),
  sendTest: signedIn
    .input(z.object(subscription))
    .mutation(({ ctx, input }) => sendTestReport({ ctx: ctx.verb, input })),
});
