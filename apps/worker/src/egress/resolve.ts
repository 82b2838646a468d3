import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { within } from "@gatepost/domain/platform/signal";

/**
 * All addresses of a name. Rejects if it has none, or none is found in time. Lookups of one `tenant` are limited
 * together: it has few under way at once, whatever it requests.
 */
export type Resolve = (name: string, tenant: unknown) => Promise<LookupAddress[]>;

/** The machine's own resolution, with its hosts file and search domains. */
type Lookup = (name: string) => Promise<LookupAddress[]>;

const cachedMs = 10_000;
const maxCachedNames = 1_000;
/** Including the time in the queue. Longer than most machines wait for a silent server before they try the next one. */
const lookupMs = 15_000;

interface Waiting {
  name: string;
  tenant: unknown;
  settle(answer: Promise<LookupAddress[]>): void;
}

/**
 * A resolver with a short cache: a page opens several connections to one host, and the browser's own cache of names is
 * not used behind a proxy. Every connection goes to a checked address, so an old answer is harmless. A lookup occupies
 * a thread of the process until the system is done with it, even if it was given up, and libuv gives lookups half of
 * its threads: no tenant gets more than a quarter of these.
 */
export function openResolver(
  ask: Lookup = (name) => lookup(name, { all: true }),
  threads = Number(process.env.UV_THREADPOOL_SIZE) || 4,
): Resolve {
  const max = Math.floor((threads + 1) / 2);
  const each = Math.max(1, Math.floor(max / 4));
  const known = new Map<string, { asked: number; answer: Promise<LookupAddress[]> }>();
  /** The tenant of every lookup that occupies a thread. */
  const underWay: unknown[] = [];
  const waiting: Waiting[] = [];

  function cached(name: string): Promise<LookupAddress[]> | undefined {
    const entry = known.get(name);
    return entry && performance.now() - entry.asked < cachedMs ? entry.answer : undefined;
  }

  function start({ name, tenant }: Waiting): Promise<LookupAddress[]> {
    underWay.push(tenant);
    const answer = ask(name);
    if (known.size >= maxCachedNames) known.clear();
    known.set(name, { asked: performance.now(), answer });
    const done = () => {
      underWay.splice(underWay.indexOf(tenant), 1);
      startNext();
    };
    answer.then(done, () => {
      // Failures are not cached.
      if (known.get(name)?.answer === answer) known.delete(name);
      done();
    });
    return answer;
  }

  /** The tenant with the fewest lookups under way comes first; among equals, the first in the queue. */
  function startNext(): void {
    while (underWay.length < max) {
      const counted = waiting.map((entry) => ({
        entry,
        has: underWay.filter((tenant) => tenant === entry.tenant).length,
      }));
      const next = counted.filter(({ has }) => has < each).toSorted((a, b) => a.has - b.has)[0]?.entry;
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      next.settle(cached(next.name) ?? start(next));
    }
  }

  return async (name, tenant) => {
    const late = () => new Error("the host's name could not be resolved in time");
    const answer = cached(name);
    if (answer) return within(answer, lookupMs, late);
    const { promise, resolve: settle } = Promise.withResolvers<LookupAddress[]>();
    const entry = { name, tenant, settle };
    waiting.push(entry);
    startNext();
    try {
      return await within(promise, lookupMs, late);
    } finally {
      if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1);
    }
  };
}

/** A lookup function that only returns the checked addresses. Not called for a literal address. */
export function only(addresses: LookupAddress[]): LookupFunction {
  return (_name, options, callback) => {
    const first = addresses[0] as LookupAddress;
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
