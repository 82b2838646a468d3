import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";

const max = 10_000;
const keptMs = 60_000;

/** Names by who pushed, as receipts say it: "key 12", "user …", "link 7", "inbound 3". */
type Names = ReadonlyMap<string, string>;

/**
 * Who pushed values to tasks of an account: a key by its hint and its name, a person by email, an answer link and whom it was
 * emailed to. Names are cached for a minute.
 */
export function pusherNames(db: Db) {
  const known = new LRUCache<string, string>({ max, ttl: keptMs });

  return {
    async read(accountId: number, pushers: readonly string[]): Promise<Names> {
      const names = new Map<string, string>();
      const missing: string[] = [];
      for (const pusher of new Set(pushers)) {
        const name = known.get(`${accountId} ${pusher}`);
        if (name === undefined) missing.push(pusher);
        else names.set(pusher, name);
      }
      if (missing.length === 0) return names;
      const found = await find(db, accountId, missing);
      for (const pusher of missing) {
        const name = found.get(pusher) ?? nameless(pusher);
        names.set(pusher, name);
        known.set(`${accountId} ${pusher}`, name);
      }
      return names;
    },
  };
}

export type PusherNames = ReturnType<typeof pusherNames>;

async function find({ prisma }: Db, accountId: number, pushers: readonly string[]): Promise<Names> {
  const idsOf = (kind: string) => pushers.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  const [keys, users, links] = [idsOf("key ").map(Number), idsOf("user "), idsOf("link ").map(Number)];
  const names = new Map<string, string>();
  if (keys.length > 0)
    for (const { id, hint, name } of await prisma.apiKey.findMany({
      where: { id: { in: keys }, accountId },
      select: { id: true, hint: true, name: true },
    }))
      names.set(`key ${id}`, `key ${hint} (${name})`);
  if (users.length > 0)
    for (const { id, email } of await prisma.user.findMany({
      where: { id: { in: users }, accountId },
      select: { id: true, email: true },
    }))
      names.set(`user ${id}`, email);
  if (links.length > 0)
    for (const { id, emailAddress } of await prisma.answerLink.findMany({
      where: { id: { in: links }, accountId, emailAddressId: { not: null } },
      select: { id: true, emailAddress: { select: { email: true } } },
    }))
      names.set(`link ${id}`, `answer link ${id}, emailed to ${emailAddress?.email}`);
  return names;
}

/** For what has been deleted, or has no name. */
function nameless(pusher: string): string {
  if (pusher.startsWith("key ")) return "a deleted key";
  if (pusher.startsWith("user ")) return "a person of the account";
  if (pusher.startsWith("link ")) return `answer ${pusher}`;
  return pusher.startsWith("inbound ") ? "inbound code" : "unknown";
}
