import { toMarkdown } from "./blocks.ts";
import { templateGuide } from "./sections.ts";

/** docs/templates.md, which `npm run docs` writes. */
export function templatesMarkdown(): string {
  const note =
    "<!-- Written by `npm run docs` from packages/contract/src/template-guide and the schemas of the steps. -->";
  return `${note}\n\n# Templates\n\n${toMarkdown(templateGuide())}\n`;
}
