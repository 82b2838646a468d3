import { limits } from "@gatepost/contract/limits";
import { getTemplate, listTemplateVersions, listUsableTemplates } from "@gatepost/domain/templates/get-template";
import { readDocument } from "@gatepost/domain/templates/read-document";
import { checkInTurn, checkTemplate, deleteTemplate, saveOwnTemplate } from "@gatepost/domain/templates/save-template";
import { variableFields } from "@gatepost/domain/templates/summary";
import { z } from "zod";
import { listInputWith } from "../inputs.ts";
import { asCaller, router, signedIn } from "../procedures.ts";

const name = z.string().max(200);
const version = z.int32().min(0);
/** A document, or a recording of which one is made. */
const source = z.object({
  template: z.unknown().optional(),
  recording: z.unknown().optional(),
  name: name.optional(),
  /** The recording's variables whose values come later. */
  late: z.array(z.string().max(limits.nameLength)).max(limits.variables).optional(),
});

export const templatesRouter = router({
  list: signedIn
    .input(listInputWith({ search: z.string().max(200).optional(), builtIn: z.boolean().optional() }))
    .query(asCaller(listUsableTemplates)),
  /** With how a form asks for its variables. */
  get: signedIn.input(z.object({ name, version: version.optional() })).query(async ({ ctx, input }) => {
    const found = await getTemplate({ ctx: ctx.verb, input });
    const { accountId } = ctx;
    const variables = await checkInTurn({ accountId, given: found.template }, () =>
      variableFields(readDocument(found.template)),
    );
    return { ...found, variables };
  }),
  versions: signedIn.input(listInputWith({ name })).query(asCaller(listTemplateVersions)),
  check: signedIn
    .input(source)
    .mutation(({ ctx, input }) =>
      checkInTurn({ accountId: ctx.accountId, given: input }, () => checkTemplate({ ctx: ctx.verb, input })),
    ),
  save: signedIn.input(source.extend({ ifVersion: version.optional() })).mutation(asCaller(saveOwnTemplate)),
  delete: signedIn.input(z.object({ name })).mutation(asCaller(deleteTemplate)),
});
