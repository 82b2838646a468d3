import crawlerUserAgents from "crawler-user-agents";
import { isbot } from "isbot";

/** The kind of a request for a page: a person's navigation, a request without one, or one made ahead of a click. */
export type VisitKind = "document" | "head" | "prefetch";

/** Why a visit is not counted. */
export const exclusions = ["head", "prefetch", "crawler", "program"] as const;
export type Exclusion = (typeof exclusions)[number];

/** Characters of a user agent that are read: a header of 16 KB would take tens of milliseconds, in which nobody else is answered. */
const longest = 1_000;

/** Why a visit is not counted, or undefined if it is. The reason is counted instead. */
export function exclusion(kind: VisitKind, userAgent: string | null): Exclusion | undefined {
  if (kind !== "document") return kind;
  return userAgent === null ? undefined : automated(userAgent.slice(0, longest));
}

/** Tags of crawler-user-agents for programs that fetch pages on behalf of whoever runs them. */
const programTags = new Set(["http-library", "browser-automation"]);

/** An entry of the list; the package's types lack its tags. */
interface Entry {
  pattern: string;
  tags?: string[];
}

const isProgramEntry = ({ tags = [] }: Entry) => tags.length > 0 && tags.every((tag) => programTags.has(tag));

const anyOf = (entries: Entry[]) => new RegExp(entries.map(({ pattern }) => `(?:${pattern})`).join("|"));

const listedProgram = anyOf(crawlerUserAgents.filter(isProgramEntry));
const listedCrawler = anyOf(crawlerUserAgents.filter((entry) => !isProgramEntry(entry)));

/** Command-line clients and runtimes that isbot classifies as bots and the list does not contain. */
const otherProgram = /^(?:node|undici|deno|bun|java|postmanruntime|guzzlehttp|reqwest|xh|ruby|powershell)\b/i;

/** Browsers that isbot classifies as bots, although they show pages to people. */
const smallBrowser = /^(?:w3m|netsurf|elinks)\b|\bdillo\b/i;

const namesCrawler = /bot\b|crawl|spider|scrap/i;

/**
 * What a user agent belongs to that is no person's browser: a `crawler`, which also stands for monitors and link previews, or
 * a `program`: an HTTP library, a command-line client or an automated browser. isbot decides whether it is one of them, and
 * crawler-user-agents which. Undefined: a person's browser, as far as is known.
 */
function automated(userAgent: string): "crawler" | "program" | undefined {
  if (!isbot(userAgent)) return undefined;
  if (listedCrawler.test(userAgent) || namesCrawler.test(userAgent)) return "crawler";
  if (smallBrowser.test(userAgent)) return undefined;
  return listedProgram.test(userAgent) || otherProgram.test(userAgent) ? "program" : "crawler";
}
