import type { RecordedStep } from "@gatepost/contract/recording";

/** An address without query, fragment and credentials; undefined for what is not on the web. */
export function plainAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? origin + pathname : undefined;
}

/** The parts that plainAddress leaves out of an address of the web, as a sentence names them. */
export function leftOutParts(url: string): string[] {
  const { search, hash, username, password } = new URL(url);
  return [search && "query", hash && "fragment", password ? "password" : username && "user name"].filter(Boolean);
}

/**
 * Where the last step led to, in the first window: of another target it is not known whether it is a window or a frame. What
 * pressing a key leads to may be recorded where the key comes up.
 */
export function lastAddress(steps: readonly RecordedStep[]): string | undefined {
  const last = steps.findLastIndex(({ type }) => type !== "keyUp");
  const events = steps.slice(last).flatMap(({ target = "main", assertedEvents = [] }) => {
    return target === "main" ? assertedEvents : [];
  });
  return plainAddress(events.at(-1)?.url);
}
