import { modes } from "@gatepost/contract/modes";
import { createShareLink } from "@gatepost/domain/share/create-share-link";
import { listShareLinks } from "@gatepost/domain/share/list-share-links";
import { revokeShareLink } from "@gatepost/domain/share/revoke-share-link";
import { z } from "zod";
import { asCaller } from "../as-caller.ts";
import { rowId, softId } from "../ids.ts";
import { listInputWith } from "../list-input.ts";
import { router, signedIn } from "../trpc.ts";

/** Links by which others read one application's reports, and its embedded charts. */
export const sharesRouter = router({
  list: signedIn.input(listInputWith({ softId, embedded: z.boolean().optional() })).query(asCaller(listShareLinks)),
  create: signedIn
    .input(z.object({ softId, name: z.string().max(200), embeddedMode: z.enum(modes).optional() }))
    .mutation(asCaller(createShareLink)),
  revoke: signedIn.input(z.object({ shareId: rowId })).mutation(asCaller(revokeShareLink)),
});
