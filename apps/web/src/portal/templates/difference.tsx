import { structuredPatch } from "diff";
import { useMemo } from "react";

/** What a second text changes in a first one, by lines, with some lines around each change. */
export function Difference({ before, after }: { before: string; after: string }) {
  const hunks = useMemo(() => structuredPatch("", "", before, after, "", "", { context: 3 }).hunks, [before, after]);
  if (hunks.length === 0) return <p className="text-13 text-muted">No difference.</p>;
  return (
    <section
      aria-label="Difference"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-field border border-line bg-ground font-mono text-12"
    >
      {hunks.map(({ oldStart, lines }) => (
        <div key={oldStart} className="border-line border-b py-1 last:border-b-0">
          {lines
            .filter((line) => !line.startsWith("\\"))
            .map((line, n) => {
              const Element = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "div";
              const tone = tones[line.charAt(0)] ?? "text-muted";
              return (
                <Element key={n} className={`block px-3 whitespace-pre-wrap no-underline ${tone}`}>
                  {line}
                </Element>
              );
            })}
        </div>
      ))}
    </section>
  );
}

const tones: Readonly<Record<string, string>> = { "+": "text-ready", "-": "text-failed" };
