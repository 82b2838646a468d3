import { keyRightNames } from "@gatepost/contract/rights";
import { createKey } from "@gatepost/domain/accounts/create-key";
import { deleteKey, listKeys, revokeKey, rollKey } from "@gatepost/domain/accounts/keys";
import { z } from "zod";
import { listInput, rowId } from "../inputs.ts";
import { forAccount, router, signedIn } from "../procedures.ts";

/** Of a key that is rolled, in seconds. */
const longestGrace = 90 * 86_400;

export const keysRouter = router({
  list: signedIn.input(listInput).query(forAccount(listKeys)),
  create: signedIn
    .input(
      z.object({
        name: z.string().max(200),
        readOnly: z.boolean(),
        rights: z.array(z.enum(keyRightNames)).max(keyRightNames.length).optional(),
        addresses: z.array(z.string().max(64)).max(50),
        expiresAt: z.iso
          .datetime()
          .pipe(z.coerce.date<string>().min(new Date(0)).max(new Date("9999-12-31")))
          .optional(),
      }),
    )
    .mutation(({ ctx, input: { expiresAt, rights, ...input } }) =>
      createKey({
        ctx: ctx.verb,
        input: { ...input, ...(rights && { rights }), ...(expiresAt && { expiresAt }), accountId: ctx.accountId },
      }),
    ),
  roll: signedIn
    .input(z.object({ keyId: rowId, graceSeconds: z.int().min(0).max(longestGrace) }))
    .mutation(forAccount(rollKey)),
  revoke: signedIn.input(z.object({ keyId: rowId })).mutation(forAccount(revokeKey)),
  delete: signedIn.input(z.object({ keyId: rowId })).mutation(forAccount(deleteKey)),
});
