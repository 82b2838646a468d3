import { originOf } from "../../http/origin.ts";
import { docsGroups, docsPath } from "../../public/docs/pages.ts";

/** The pages of the documentation for programs that read (https://llmstxt.org), as Markdown where there is a file. */
export function GET(request: Request): Response {
  const origin = originOf(request.headers);
  const groups = docsGroups.map(({ name, pages }) => {
    const lines = pages.map((page) => {
      const path = page.file ? `/${page.file}` : docsPath(page);
      return `- [${page.title}](${origin}${path}): ${page.summary}`;
    });
    return `## ${name}\n\n${lines.join("\n")}`;
  });
  const openApi = `- [OpenAPI 3.1](${origin}/openapi.json): The JSON methods, for programs.`;
  const text = `# Gatepost

> Runs named templates in a real browser, with one JSON call. A task waits where a code, an approval or a number is missing, and
> continues when a program or a person gives it the value.

${groups.join("\n\n")}
${openApi}
`;
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } });
}
