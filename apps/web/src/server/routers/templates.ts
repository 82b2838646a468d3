import { limits } from "@gatepost/contract/limits";
import { checkTemplate } from "@gatepost/domain/template/check-template";
import { deleteTemplate } from "@gatepost/domain/template/delete-template";
import { getTemplate } from "@gatepost/domain/template/get-template";
import { listTemplateVersions } from "@gatepost/domain/template/list-template-versions";
import { listUsableTemplates } from "@gatepost/domain/template/list-usable-templates";
import { saveOwnTemplate } from "@gatepost/domain/template/save-own-template";
import { variableFields } from "@gatepost/domain/template/variable-fields";
import { z } from "zod";
import { asCaller } from "../as-caller.ts";
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
    .query(asCaller(listUsableTemplates)),
  /** With how a form asks for its variables. */
  get: signedIn.input(z.object({ name, version: version.optional() })).query(async ({ ctx, input }) => {
    const found = await getTemplate({ ctx: ctx.verb, input });
    return { ...found, variables: variableFields(found.template) };
  }),
  versions: signedIn.input(listInputWith({ name })).query(asCaller(listTemplateVersions)),
  check: signedIn
    .input(
      z.object({ template: z.unknown().optional(), recording: z.unknown().optional(), name: name.optional(), late }),
    )
    .mutation(asCaller(checkTemplate)),
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
    .mutation(asCaller(saveOwnTemplate)),
  delete: signedIn.input(z.object({ name })).mutation(asCaller(deleteTemplate)),
});
