import { deleteAddress, getAddress, listMessages, rollAddress } from "@gatepost/domain/waits/inbound-messages";
import { createRule, deleteRule, listRules, tryRules } from "@gatepost/domain/waits/inbound-rules";
import { z } from "zod";
import { listInput, rowId, taskId } from "../inputs.ts";
import { forAccount, router, signedIn } from "../procedures.ts";

const ruleInput = z.object({
  name: z.string().max(200),
  pattern: z.string().max(1_000),
  sender: z.string().max(200).nullish(),
  templateName: z.string().max(200).nullish(),
  taskId: taskId.nullish(),
});

const sample = z.object({ sender: z.string().max(200), text: z.string().max(16_384) });

export const inboundRouter = router({
  address: signedIn.query(forAccount(getAddress)),
  rollAddress: signedIn.mutation(async ({ ctx }) => {
    const { token } = await rollAddress({ ctx: ctx.verb, input: { accountId: ctx.accountId } });
    return { path: `/inbound/${token}` };
  }),
  deleteAddress: signedIn.mutation(forAccount(deleteAddress)),
  rules: signedIn.query(forAccount(listRules)),
  createRule: signedIn.input(ruleInput).mutation(forAccount(createRule)),
  deleteRule: signedIn.input(z.object({ ruleId: rowId })).mutation(forAccount(deleteRule)),
  tryRules: signedIn.input(sample).mutation(forAccount(tryRules)),
  messages: signedIn.input(listInput).query(forAccount(listMessages)),
});
