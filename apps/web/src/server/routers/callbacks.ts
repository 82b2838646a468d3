import { getCallbackSecret } from "@gatepost/domain/webhook/get-callback-secret";
import { rollCallbackSecret } from "@gatepost/domain/webhook/roll-callback-secret";
import { router, signedIn } from "../trpc.ts";

/** The secret that signs the account's callbacks. */
export const callbacksRouter = router({
  secret: signedIn.query(({ ctx }) => getCallbackSecret({ ctx: ctx.verb, input: { accountId: ctx.accountId } })),
  rollSecret: signedIn.mutation(({ ctx }) =>
    rollCallbackSecret({ ctx: ctx.verb, input: { accountId: ctx.accountId } }),
  ),
});
