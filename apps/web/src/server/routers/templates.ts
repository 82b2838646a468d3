import { limits } from "@gatepost/contract/limits";
import { checkTemplate } from "@gatepost/domain/template/check-template";
import { deleteTemplate } from "@gatepost/domain/template/delete-template";
import { getTemplate } from "@gatepost/domain/template/get-template";
import { listTemplateVersions } from "@gatepost/domain/template/list-template-versions";
import { listUsableTemplates } from "@gatepost/domain/template/list-usable-templates";
import { saveOwnTemplate } from "@gatepost/domain/template/save-own-template";
import { z } from "zod";
import { listInputWith } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

const name = z.string().max(200);
const version = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** A recording's variables whose values come later. */
const late = z.array(z.string().max(limits.nameLength)).max(limits.variables).optional();

export const templatesRouter = router({
  list: signedIn
    .input(listInputWith({ search: z.string().max(200).optional(), builtIn: z.boolean().optional() }))
    .query(({ ctx, input }) => listUsableTemplates({ ctx: ctx.verb, input })),
  get: signedIn
    .input(z.object({ name, version: version.optional() }))
    .query(({ ctx, input }) => getTemplate({ ctx: ctx.verb, input })),
  versions: signedIn
    .input(listInputWith({ name }))
    .query(({ ctx, input }) => listTemplateVersions({ ctx: ctx.verb, input })),
  check: signedIn
    .input(
      z.object({ template: z.unknown().optional(), recording: z.unknown().optional(), name: name.optional(), late }),
    )
    .mutation(({ ctx, input }) => checkTemplate({ ctx: ctx.verb, input })),
  save: signedIn
    .input(
      z.object({
        template: z.unknown().optional(),
        recording: z.unknown().optional(),
        name: name.optional(),
        late,
        ifVersion: version,
      }),
    )
    .mutation(({ ctx, input }) => saveOwnTemplate({ ctx: ctx.verb, input })),
  delete: signedIn.input(z.object({ name })).mutation(({ ctx, input }) => deleteTemplate({ ctx: ctx.verb, input })),
});
