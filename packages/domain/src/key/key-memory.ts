import type { Actor } from "../context.ts";
import { isListed } from "./address-list.ts";
import type { FoundKey } from "./find-keys.ts";

type RecalledActor = Extract<Actor, { kind: "recalled key" }>;

/** A minute, as the last use of a key is noted to the minute. */
const keptMs = 60_000;

/**
 * The keys that this process proved within the last minute, by their hash in base64. A key's account, rights and
 * addresses are set when it is made and never change; whether it may still be used does, so what is recalled here
 * acts only through statements that prove it again.
 */
export function keyMemory(most = 20_000) {
  const known = new Map<string, { key: FoundKey; until: number }>();

  return {
    remember(hash: string, key: FoundKey): void {
      if (known.size >= most) known.clear();
      known.set(hash, { key, until: performance.now() + keptMs });
    },
    /** Who calls, if that was seen lately and the address is allowed; whoever gets undefined authenticates. */
    recall(hash: string, address: string): RecalledActor | undefined {
      const found = known.get(hash);
      if (!found || found.until < performance.now()) return undefined;
      const { keyId, accountId, readOnly, addresses } = found.key;
      if (addresses.length > 0 && !isListed(address, addresses)) return undefined;
      return { kind: "recalled key", keyId, accountId, readOnly, address };
    },
  };
}

export type KeyMemory = ReturnType<typeof keyMemory>;
