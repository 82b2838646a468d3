import { listTemplates } from "@gatepost/domain/template/list-templates";
import { router, signedIn } from "../trpc.ts";

export const templatesRouter = router({
  list: signedIn.query(({ ctx }) => listTemplates({ ctx: ctx.verb, input: { accountId: ctx.accountId } })),
});
