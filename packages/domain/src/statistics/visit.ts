import crawlerUserAgents from "crawler-user-agents";
import { isbot } from "isbot";

/** The kind of a request for a page: a person's navigation, a request without one, or one made ahead of a click. */
export type VisitKind = "document" | "head" | "prefetch";

/** Why a visit is not counted. */
export const exclusions = ["head", "prefetch", "crawler"] as const;
export type Exclusion = (typeof exclusions)[number];

/** Why a visit is not counted, or undefined if it is. The reason is counted instead. */
export function exclusion(kind: VisitKind, userAgent: string | null): Exclusion | undefined {
  if (kind !== "document") return kind;
  return userAgent !== null && isCrawler(userAgent) ? "crawler" : undefined;
}

/** Tags of crawler-user-agents for programs that fetch pages on behalf of whoever runs them. */
const clientTags = new Set(["http-library", "browser-automation"]);

/** An entry of the list; the package's types lack its tags. */
interface Entry {
  pattern: string;
  tags?: string[];
}

const isClientEntry = ({ tags = [] }: Entry) => tags.length > 0 && tags.every((tag) => clientTags.has(tag));

const anyOf = (entries: Entry[]) => new RegExp(entries.map(({ pattern }) => `(?:${pattern})`).join("|"));

const listedClient = anyOf(crawlerUserAgents.filter(isClientEntry));
const listedCrawler = anyOf(crawlerUserAgents.filter((entry) => !isClientEntry(entry)));

/** Command-line clients, runtimes and small browsers that isbot classifies as bots and the list does not contain. */
const otherClient =
  /^(?:node|undici|deno|bun|java|postmanruntime|guzzlehttp|reqwest|xh|ruby|powershell|w3m|netsurf)\b|\bdillo\b/i;

const namesCrawler = /bot\b|crawl|spider|scrap/i;

/**
 * Whether a user agent belongs to a crawler, a monitor or a link preview. isbot decides. It also classifies
 * command-line clients and headless browsers as bots; crawler-user-agents recognises these, and they count as visits.
 */
function isCrawler(userAgent: string): boolean {
  return isbot(userAgent) && !isClient(userAgent);
}

function isClient(userAgent: string): boolean {
  if (listedCrawler.test(userAgent) || namesCrawler.test(userAgent)) return false;
  return listedClient.test(userAgent) || otherClient.test(userAgent);
}
