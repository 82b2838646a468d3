import MarkdownIt from "markdown-it";

/**
 * Whether an address is an absolute one of the web, without a user name or password that would disguise its host. The
 * slashes are required, because a browser reads `https:name` as a path of the page's own site.
 */
function isWebAddress(address: string): boolean {
  const parsed = URL.parse(address);
  return parsed !== null && /^https?:\/\//i.test(address) && !parsed.username && !parsed.password;
}

/**
 * Markdown of strangers. HTML in it is text; pictures are their descriptions, because nothing may be loaded from another
 * host; only absolute http and https addresses become links. Tables are off: 10 KB of them become 680 KB of HTML.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 20 }).disable("table");
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.validateLink = isWebAddress;

const { rules } = markdown.renderer;

rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "");
rules.link_open = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  // Without an address, which markdown-it takes for a valid one, it is no link.
  if (token?.attrGet("href")) token.attrSet("rel", "nofollow noopener ugc");
  else if (token) token.attrs = [];
  return renderer.renderToken(tokens, index, options);
};
// The page's own heading is the only one of the first level.
for (const rule of ["heading_open", "heading_close"] as const)
  rules[rule] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index];
    if (token) token.tag = `h${Math.min(6, Number(token.tag[1]) + 1)}`;
    return renderer.renderToken(tokens, index, options);
  };

/** HTML without scripts, styles, pictures or forms. */
export const renderMarkdown = (text: string): string => markdown.render(text);

/** What a reader sees of the beginning, in one line of at most `max` characters. */
export function summarize(text: string, max: number): string {
  let line = "";
  let isAfterHeading = false;
  for (const { type, children } of markdown.parse(text, {})) {
    if (type === "heading_close") isAfterHeading = true;
    if (type !== "inline") continue;
    const part = (children ?? []).map(visibleText).join("").replaceAll(/\s+/g, " ").trim();
    // In one line, what was a heading, a paragraph or an item of a list needs an end.
    const isEnded = line === "" || /[\p{P}\p{S}]$/u.test(line);
    if (part !== "") line += `${isEnded ? "" : isAfterHeading ? ":" : "."} ${part}`;
    isAfterHeading = false;
  }
  line = line.trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

const visibleText = ({ type, content }: { type: string; content: string }): string =>
  type === "softbreak" || type === "hardbreak" ? " " : content;
