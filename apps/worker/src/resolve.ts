import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";

/** All addresses of a name. Rejects where it has none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

const rememberedMs = 10_000;
const mostRemembered = 1_000;

/**
 * A resolver with a short memory: a page opens several connections to one host, and the browser's own memory of names
 * is out of use behind a proxy. Every connection is made to an address that was checked, so an old answer is harmless.
 */
export function rememberingResolver(ask: Resolve = (name) => lookup(name, { all: true })): Resolve {
  const known = new Map<string, { asked: number; answer: Promise<LookupAddress[]> }>();
  return (name) => {
    const remembered = known.get(name);
    if (remembered && performance.now() - remembered.asked < rememberedMs) return remembered.answer;
    const answer = ask(name);
    if (known.size >= mostRemembered) known.clear();
    known.set(name, { asked: performance.now(), answer });
    // A failure is not remembered.
    answer.catch(() => known.get(name)?.answer === answer && known.delete(name));
    return answer;
  };
}
