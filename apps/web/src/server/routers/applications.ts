import { archiveApplication } from "@gatepost/domain/application/archive-application";
import { createApplication } from "@gatepost/domain/application/create-application";
import { getApplication } from "@gatepost/domain/application/get-application";
import { setApplicationIcon } from "@gatepost/domain/application/icon";
import { listApplications } from "@gatepost/domain/application/list-applications";
import { publishApplication } from "@gatepost/domain/application/publish-application";
import { restoreApplication } from "@gatepost/domain/application/restore-application";
import { addScreenshot, removeScreenshot } from "@gatepost/domain/application/screenshots";
import { updateApplication } from "@gatepost/domain/application/update-application";
import { getDayFigures } from "@gatepost/domain/stats/get-day-figures";
import { z } from "zod";
import { asCaller, forAccount } from "../as-caller.ts";
import { softId } from "../ids.ts";
import { listInputWith } from "../list-input.ts";
import { reader, router, signedIn } from "../trpc.ts";

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

/** A picture's file in base64. */
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
