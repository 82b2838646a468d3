import { limits } from "@gatepost/contract/limits";
import { keyRightNames } from "@gatepost/contract/rights";
import { createKey, deleteKey, listKeys, revokeKey, rollKey } from "@gatepost/domain/accounts/keys";
import { deleteSession, listSessions } from "@gatepost/domain/accounts/sessions";
import { deleteSecret, listSecrets, saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { z } from "zod";
import { listInput, rowId } from "../inputs.ts";
import { asCaller, forAccount, router, signedIn } from "../procedures.ts";

const name = z.string().max(limits.secretNameLength);

/** What templates type without a task's bringing it. Values are never returned. */
export const secretsRouter = router({
  list: signedIn.input(listInput).query(asCaller(listSecrets)),
  save: signedIn
    .input(
      z.object({
        name,
        value: z.string(),
        domains: z.array(z.string()).max(limits.domainsOfSecret),
        kind: z.enum(["totp"]).optional(),
        isNew: z.boolean().optional(),
      }),
    )
    .mutation(asCaller(saveSecret)),
  delete: signedIn.input(z.object({ name })).mutation(asCaller(deleteSecret)),
});

/** Cookies and storage that tasks leave for the next ones. What is in them is never returned. */
export const sessionsRouter = router({
  list: signedIn.input(listInput).query(asCaller(listSessions)),
  delete: signedIn
    .input(z.object({ name: z.string().max(limits.sessionNameLength) }))
    .mutation(asCaller(deleteSession)),
});

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
    .mutation(forAccount(createKey)),
  roll: signedIn
    .input(z.object({ keyId: rowId, graceSeconds: z.int().min(0).max(longestGrace) }))
    .mutation(forAccount(rollKey)),
  revoke: signedIn.input(z.object({ keyId: rowId })).mutation(forAccount(revokeKey)),
  delete: signedIn.input(z.object({ keyId: rowId })).mutation(forAccount(deleteKey)),
});
