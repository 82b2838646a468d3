/** A piece of a page; texts may have `code` in backticks, and links as [text](address). */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "code"; code: string }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] };

export interface Section {
  title: string;
  level: 1 | 2;
  blocks: readonly Block[];
}

export const text = (...sentences: string[]): Block => ({ kind: "text", text: sentences.join(" ") });
export const list = (...items: string[]): Block => ({ kind: "list", items });
export const json = (value: unknown): Block => ({ kind: "code", code: written(value) });

const widest = 110;

/** JSON as people write it: what fits stands on one line. `before`: characters in front of it on that line. */
function written(value: unknown, indent = "", before = 0): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + before + line.length <= widest) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + written(one, inner, Array.isArray(one) ? 0 : key.length);
      });
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${onOneLine(one)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** Sections as Markdown, formatted as the repository's formatter does. */
export function toMarkdown(sections: readonly Section[]): string {
  return sections
    .map(({ title, level, blocks }) => [`${"#".repeat(level)} ${title}`, ...blocks.map(blockMarkdown)].join("\n\n"))
    .join("\n\n");
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "code":
      return `\`\`\`json\n${block.code}\n\`\`\``;
    case "table":
      return tableMarkdown(block.head, block.rows);
  }
}

function tableMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first = [], ...others] = all.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [first, line(widths.map((width) => "-".repeat(width))), ...others].join("\n");
}
