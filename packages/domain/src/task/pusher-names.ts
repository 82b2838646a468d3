import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";

const max = 10_000;
const keptMs = 60_000;

interface Pusher {
  accountId: number;
  /** As receipts say it: "key 12", "user …", "link 7", "inbound 3". */
  suppliedBy: string;
}

/**
 * Who pushed a value, by name: a key by its hint and its name, a person by email, an answer link and whom it was emailed to. Names
 * are cached for a minute.
 */
export function pusherNames(db: Db) {
  const known = new LRUCache<string, string, Pusher>({
    ...{ max, ttl: keptMs },
    fetchMethod: (_key, _stale, { context }) => find(db, context),
  });

  return {
    async read(pusher: Pusher): Promise<string> {
      const key = `${pusher.accountId} ${pusher.suppliedBy}`;
      return known.get(key) ?? known.forceFetch(key, { context: pusher });
    },
  };
}

export type PusherNames = ReturnType<typeof pusherNames>;

async function find({ prisma }: Db, { accountId, suppliedBy }: Pusher): Promise<string> {
  const [kind = "", id = ""] = suppliedBy.split(" ");
  switch (kind) {
    case "key": {
      const where = { id: Number(id), accountId };
      const key = await prisma.apiKey.findFirst({ where, select: { hint: true, name: true } });
      return key ? `key ${key.hint} (${key.name})` : "a deleted key";
    }
    case "user": {
      const person = await prisma.user.findFirst({ where: { id, accountId }, select: { email: true } });
      return person?.email ?? "a person of the account";
    }
    case "link": {
      const where = { id: Number(id), accountId };
      const link = await prisma.answerLink.findFirst({ where, select: { emailAddress: { select: { email: true } } } });
      return `answer ${suppliedBy}${link?.emailAddress ? `, emailed to ${link.emailAddress.email}` : ""}`;
    }
    case "inbound":
      return "inbound code";
    default:
      return "unknown";
  }
}
