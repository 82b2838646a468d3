import { limits } from "@gatepost/contract/limits";
import { deleteSecret } from "@gatepost/domain/stored-secret/delete-secret";
import { listSecrets } from "@gatepost/domain/stored-secret/list-secrets";
import { saveSecret } from "@gatepost/domain/stored-secret/save-secret";
import { z } from "zod";
import { asCaller } from "../as-caller.ts";
import { listInput } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

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
