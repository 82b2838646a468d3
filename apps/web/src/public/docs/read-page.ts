import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import MarkdownIt, { type Env, type Token } from "markdown-it";
import { docsPages, docsPath, repository } from "./pages.ts";

/** What comes between two blocks of code, as HTML, or a block of code. */
export type Part = { html: string } | { code: string; language: string };

const pages = new Map<string, ReturnType<typeof parsePage>>();

/** A page's Markdown, parsed once per process; on each call under `npm run dev`. */
export function readPage(file: string) {
  let page = pages.get(file);
  if (!page || process.env.NODE_ENV === "development") {
    page = parsePage(readFileSync(join(repository, file), "utf8"), file);
    pages.set(file, page);
  }
  return page;
}

/** Our own Markdown, so HTML in it, such as a picture for each theme, is kept. */
const markdown = new MarkdownIt({ html: true });

export function parsePage(text: string, file: string) {
  const env: Env = { file, tables: 0 };
  const tokens = markdown.parse(text.replace(/^<!--.*?-->\n+/s, ""), env);
  const [, titleToken, , ...body] = tokens;
  const title = visibleText(titleToken);
  const headings = numbered(body);
  /** The text below each heading, for the search; the first one is the text before any heading. */
  const sections = [{ id: "", title, level: 1, text: "" }];
  const parts: Part[] = [];
  let between: Token[] = [];
  const endHtml = () => {
    if (between.length > 0) parts.push({ html: markdown.renderer.render(between, markdown.options, env) });
    between = [];
  };
  let inHeading = false;
  for (const token of body) {
    if (token.type === "heading_open") sections.push({ ...(headings[sections.length - 1] as Heading), text: "" });
    else if (token.type === "inline" && !inHeading) {
      const section = sections.at(-1);
      if (section) section.text += `${visibleText(token)} `;
    }
    inHeading = token.type === "heading_open";
    // A fence within a list stays there.
    if (token.type === "fence" && token.level === 0) {
      endHtml();
      parts.push({ code: token.content.trimEnd(), language: token.info.split(" ", 1)[0] ?? "" });
    } else between.push(token);
  }
  endHtml();
  return { title, parts, headings, sections };
}

type Heading = ReturnType<typeof numbered>[number];

/** Gives each heading the id that GitHub gives it. */
function numbered(tokens: readonly Token[]) {
  const used = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const title = visibleText(tokens[index + 1]);
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet("id", id);
    return [{ id, title, level: Number(token.tag[1]) }];
  });
}

function visibleText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) =>
      type === "softbreak" || type === "hardbreak" ? " " : type.startsWith("html") ? "" : content,
    )
    .join("");
}

/** Where a link of a page leads on the site; undefined for a file of the repository that is no page. */
function onSite(href: string, file: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", hash] = href.split("#");
  const target = posix.join(posix.dirname(file), path);
  const page = docsPages.find((one) => one.file === target);
  if (!page) return undefined;
  return docsPath(page) + (hash ? `#${hash}` : "");
}

const { rules } = markdown.renderer;
rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index] as Token;
  const href = onSite(String(token.attrGet("href") ?? ""), String(env?.file));
  if (href) token.attrSet("href", href);
  else token.attrs = [];
  return renderer.renderToken(tokens, index, options);
};
rules.table_open = (_tokens, _index, _options, env = {}) => {
  env.tables = Number(env.tables) + 1;
  // What scrolls must be reachable without a mouse.
  return `<section class="docs-table" tabindex="0" aria-label="Table ${env.tables}"><table>`;
};
rules.table_close = () => "</table></section>";
/** Addresses of the installation that Markdown can only name, because a repository has no such page. */
const siteAddress = /^\/(?:openapi\.json|schemas\/template\.json|llms\.txt|sign-up|dashboard(?:\/\w+)*)$/;
rules.code_inline = (tokens, index) => {
  const text = tokens[index]?.content ?? "";
  const [reference, name = "API reference"] = /^\/docs\/reference(?:#(\w+))?$/.exec(text) ?? [];
  if (reference) return `<a href="${reference}">${name}</a>`;
  const code = `<code>${markdown.utils.escapeHtml(text)}</code>`;
  return siteAddress.test(text) ? `<a href="${text}">${code}</a>` : code;
};
rules.html_block = (tokens, index) => (tokens[index]?.content ?? "").replace(/(src|srcset)="(?!\/)/g, '$1="/docs/');
