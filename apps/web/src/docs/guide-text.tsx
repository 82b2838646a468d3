import type { ReactNode } from "react";
import { TextLink } from "../components/text-link.tsx";

/** `code`, **strong** and [links](address) of a guide's text. */
const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function GuideText({ text }: { text: string }): ReactNode {
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
