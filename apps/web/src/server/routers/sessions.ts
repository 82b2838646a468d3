import { limits } from "@gatepost/contract/limits";
import { deleteSession } from "@gatepost/domain/session/delete-session";
import { listSessions } from "@gatepost/domain/session/list-sessions";
import { z } from "zod";
import { asCaller } from "../as-caller.ts";
import { listInput } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

/** Cookies and storage that tasks leave for the next ones. What is in them is never returned. */
export const sessionsRouter = router({
  list: signedIn.input(listInput).query(asCaller(listSessions)),
  delete: signedIn
    .input(z.object({ name: z.string().max(limits.sessionNameLength) }))
    .mutation(asCaller(deleteSession)),
});
