import type { Block, Section } from "@gatepost/contract/template-guide/blocks";
import type { ReactNode } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { TextLink } from "../../components/text-link.tsx";

/** A section of a guide that is written once for pages and Markdown. */
export function GuideSection({ id, title, level, blocks }: Section) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={level === 2 ? "mt-12" : "mt-9"}>
      {level === 2 ? (
        <h2 id={`${id}-title`} className="font-semibold text-20">
          {title}
        </h2>
      ) : (
        <h3 id={`${id}-title`} className="font-mono font-semibold">
          {title}
        </h3>
      )}
      {blocks.map((block, index) => (
        <div key={index} className="mt-3">
          <OneBlock block={block} title={title} />
        </div>
      ))}
    </section>
  );
}

function OneBlock({ block, title }: { block: Block; title: string }) {
  switch (block.kind) {
    case "text":
      return (
        <p className="max-w-prose">
          <GuideText text={block.text} />
        </p>
      );
    case "list":
      return (
        <ul className="max-w-prose list-disc space-y-1 pl-5">
          {block.items.map((item) => (
            <li key={item}>
              <GuideText text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return <CodeBlock code={block.code} label={block.label} />;
    case "table":
      return <GuideTable {...block} label={title} />;
  }
}

function GuideTable({ head, rows, label }: Extract<Block, { kind: "table" }> & { label: string }) {
  return (
    <section
      aria-label={`Table of ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
      className="overflow-x-auto rounded-field border border-line"
    >
      <table className="w-full text-left text-13">
        <thead>
          <tr className="border-line border-b">
            {head.map((cell) => (
              <th key={cell} scope="col" className="px-3 py-2 font-semibold">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, column) => (
                <td key={head[column]} className="min-w-20 px-3 py-2 align-top">
                  <GuideText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `code`, **strong** and [links](address) of a guide's text. */
const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

function GuideText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(marked)) {
    parts.push(text.slice(at, match.index));
    const [whole, code, strong, link, href] = match;
    const key = match.index;
    if (code) parts.push(<Code key={key} text={code} />);
    else if (strong) parts.push(<strong key={key}>{strong}</strong>);
    else
      parts.push(
        <TextLink key={key} href={href}>
          {link}
        </TextLink>,
      );
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

function Code({ text }: { text: string }) {
  return <code className="break-words font-mono text-13">{text}</code>;
}
