import { listTemplates } from "@gatepost/domain/template/list-templates";
import { listInput } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

export const templatesRouter = router({
  list: signedIn
    .input(listInput)
    .query(({ ctx, input }) => listTemplates({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } })),
});
