import crawlerUserAgents from "crawler-user-agents";
import { isbot } from "isbot";

/** Tags of crawler-user-agents for programs that fetch pages for whoever runs them. */
const clientTags = new Set(["http-library", "browser-automation"]);

/** An entry as the list has it; the package's types leave its tags out. */
interface Entry {
  pattern: string;
  tags?: string[];
}

const isClientEntry = ({ tags = [] }: Entry) => tags.length > 0 && tags.every((tag) => clientTags.has(tag));

const anyOf = (entries: Entry[]) => new RegExp(entries.map(({ pattern }) => `(?:${pattern})`).join("|"));

const listedClient = anyOf(crawlerUserAgents.filter(isClientEntry));
const listedCrawler = anyOf(crawlerUserAgents.filter((entry) => !isClientEntry(entry)));

/** Command-line clients, runtimes and small browsers that isbot takes for bots, and that the list does not know. */
const otherClient =
  /^(?:node|undici|deno|bun|java|postmanruntime|guzzlehttp|reqwest|xh|ruby|powershell|w3m|netsurf)\b|\bdillo\b/i;

const namesCrawler = /bot\b|crawl|spider|scrap/i;

/**
 * Whether a program says by its user agent that it is a crawler, a monitor or a link preview. isbot decides. It takes
 * command-line clients and headless browsers for bots too; those, told apart by crawler-user-agents, are somebody's visit.
 */
export function isCrawler(userAgent: string): boolean {
  return isbot(userAgent) && !isClient(userAgent);
}

function isClient(userAgent: string): boolean {
  if (listedCrawler.test(userAgent) || namesCrawler.test(userAgent)) return false;
  return listedClient.test(userAgent) || otherClient.test(userAgent);
}
