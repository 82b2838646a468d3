import { atDemoSite } from "@gatepost/contract/first-task";
import { CodeBlock } from "../../components/code-block.tsx";
import type { Part } from "./read-page.ts";

const languages: Record<string, string> = { sh: "Shell", json: "JSON", js: "JavaScript", sql: "SQL", http: "HTTP" };

/** A page's text. What a reader copies has the addresses of this installation and of its demo site. */
export function DocsText({ parts, origin, demoSite }: { parts: readonly Part[]; origin: string; demoSite?: string }) {
  return (
    <div className="markdown docs">
      {parts.map((part, index) =>
        "html" in part ? (
          <div key={index} className="markdown" dangerouslySetInnerHTML={{ __html: atDemoSite(part.html, demoSite) }} />
        ) : (
          <CodeBlock
            key={index}
            label={`${languages[part.language] ?? "Text"} ${index + 1}`}
            code={atDemoSite(part.code, demoSite).replaceAll("http://127.0.0.1:3000", origin)}
          />
        ),
      )}
    </div>
  );
}
