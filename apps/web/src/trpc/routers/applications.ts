import { modes } from "@gatepost/contract/modes";
import {
  archiveApplication,
  createApplication,
  getApplication,
  publishApplication,
  restoreApplication,
  updateApplication,
} from "@gatepost/domain/applications/applications";
import { listApplications } from "@gatepost/domain/applications/list-applications";
import { addScreenshot, removeScreenshot, setApplicationIcon } from "@gatepost/domain/applications/pictures";
import { createShareLink, listShareLinks, revokeShareLink } from "@gatepost/domain/applications/share-links";
import { subscriptionKinds } from "@gatepost/domain/notifications/report-schedule";
import { listReportSubscriptions, setReportSubscription } from "@gatepost/domain/notifications/report-subscriptions";
import { getDayFigures } from "@gatepost/domain/statistics/get-overview";
import { z } from "zod";
import { authSettings } from "../../settings.ts";
import { listInputWith, rowId, softId } from "../inputs.ts";
import { asCaller, forAccount, reader, router, signedIn } from "../procedures.ts";

const details = {
  name: z.string().max(200),
  description: z.string().max(20_000).optional(),
  homepage: z.string().max(4_000).optional(),
  downloadUrl: z.string().max(4_000).optional(),
  version: z.string().max(200).optional(),
  links: z
    .array(z.object({ label: z.string().max(200), url: z.string().max(4_000) }))
    .max(20)
    .optional(),
};

const pictureFile = z
  .base64()
  .max(250_000)
  .transform((text) => Buffer.from(text, "base64"));

export const applicationsRouter = router({
  /** The applications of the account with the figures of two weeks and today. */
  list: signedIn.input(listInputWith({ archived: z.boolean().optional() })).query(async ({ ctx, input }) => {
    const { accountId } = ctx;
    const { items, next } = await listApplications({ ctx: ctx.verb, input: { ...input, accountId } });
    const softIds = items.map(({ softId }) => softId);
    const figures = await getDayFigures({ ctx: ctx.verb, input: { accountId, softIds } });
    return {
      items: items.map(({ accountId: _, ...application }) => ({
        ...application,
        figures: figures.find((one) => one.softId === application.softId) ?? null,
      })),
      next,
    };
  }),
  /** The applications of the account by name, for the search. */
  find: signedIn.input(listInputWith({ search: z.string().max(200) })).query(async ({ ctx, input }) => {
    const { items, next } = await listApplications({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } });
    return { items: items.map(({ softId, name }) => ({ softId, name })), next };
  }),
  get: reader.input(z.object({ softId })).query(asCaller(getApplication)),
  create: signedIn.input(z.object({ ...details, published: z.boolean() })).mutation(forAccount(createApplication)),
  update: signedIn.input(z.object({ ...details, softId })).mutation(asCaller(updateApplication)),
  publish: signedIn.input(z.object({ softId, published: z.boolean() })).mutation(asCaller(publishApplication)),
  setIcon: signedIn.input(z.object({ softId, file: pictureFile.nullable() })).mutation(asCaller(setApplicationIcon)),
  addScreenshot: signedIn.input(z.object({ softId, file: pictureFile })).mutation(asCaller(addScreenshot)),
  removeScreenshot: signedIn
    .input(z.object({ softId, version: z.string().max(64) }))
    .mutation(asCaller(removeScreenshot)),
  archive: signedIn.input(z.object({ softId })).mutation(asCaller(archiveApplication)),
  restore: signedIn.input(z.object({ softId })).mutation(asCaller(restoreApplication)),
});

/** Links by which others read one application's reports, and its embedded charts. */
export const sharesRouter = router({
  list: signedIn.input(listInputWith({ softId, embedded: z.boolean().optional() })).query(asCaller(listShareLinks)),
  create: signedIn
    .input(z.object({ softId, name: z.string().max(200), embeddedMode: z.enum(modes).optional() }))
    .mutation(asCaller(createShareLink)),
  revoke: signedIn.input(z.object({ shareId: rowId })).mutation(asCaller(revokeShareLink)),
});

export const reportsRouter = router({
  list: signedIn.input(z.object({ softId })).query(async ({ ctx, input }) => ({
    /** Whether this installation sends emails at all. */
    sends: authSettings().mail !== undefined,
    addresses: await listReportSubscriptions({ ctx: ctx.verb, input }),
  })),
  set: signedIn
    .input(
      z.object({
        softId,
        addressId: rowId,
        kind: z.enum(subscriptionKinds),
        on: z.boolean(),
        timezone: z.string().max(100),
      }),
    )
    .mutation(asCaller(setReportSubscription)),
});
