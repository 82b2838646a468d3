import { limits } from "@gatepost/contract/limits";
import { deleteSession, listSessions } from "@gatepost/domain/accounts/sessions";
import { deleteSecret, listSecrets, saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { z } from "zod";
import { listInput } from "../inputs.ts";
import { asCaller, router, signedIn } from "../procedures.ts";

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
