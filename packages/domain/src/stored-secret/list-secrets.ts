import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireAccount } from "../permission.ts";

/** A stored secret without its value, which is never read back. */
export interface ListedSecret {
  id: number;
  name: string;
  domains: string[];
  createdAt: Date;
  /** When its value or its domains were stored last. */
  updatedAt: Date;
}

/** The stored secrets of the calling account, the oldest first. ERROR_ACCESS_DENIED for a key without the right `templates`. */
export async function listSecrets({ ctx, input }: Args<PageInput>): Promise<Page<ListedSecret>> {
  const { actor, db } = requireAccount(ctx, "templates");
  return readPage(
    input,
    ({ take, after }) =>
      db.prisma.storedSecret.findMany({
        where: { accountId: actor.accountId, ...(after !== null && { id: { gt: after } }) },
        select: { id: true, name: true, domains: true, createdAt: true, updatedAt: true },
        orderBy: { id: "asc" },
        take,
      }),
    ({ id }) => id,
  );
}
