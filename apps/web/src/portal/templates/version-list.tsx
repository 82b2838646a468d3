import { structuredPatch } from "diff";
import { useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { List } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { LoadError, Skeleton } from "../../components/panel.tsx";
import { itemsOf, pages, trpc } from "../../trpc/client.tsx";
import { ordered, textOf } from "./document.ts";
import { useForms } from "./steps/editor-contexts.ts";

interface Props {
  name: string;
  /** The document in the editor, with which a version is compared. */
  text: string;
  restore: (template: unknown, version: number) => void;
}

export function VersionList(props: Props) {
  const { name } = props;
  const list = trpc.templates.versions.useInfiniteQuery({ name, limit: 20 }, { ...pages, staleTime: 0 });
  const latest = itemsOf(list.data)?.[0]?.version;
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <List query={list} skeleton="h-24 w-full">
      {({ version, savedAt, keyName }) => (
        <li key={version} className="py-2">
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 text-13 tabular-nums">
              <span className="font-semibold">Version {version}</span>
              {version === latest && " (current)"}
              <span className="text-muted">
                {" "}
                · <Moment at={savedAt} />
                {keyName && ` · by the key ${keyName}`}
              </span>
            </p>
            <Button
              size="small"
              aria-label={`Compare version ${version}`}
              aria-expanded={chosen === version}
              onClick={() => setChosen(chosen === version ? null : version)}
            >
              Compare
            </Button>
          </div>
          {chosen === version && <Chosen {...props} version={version} />}
        </li>
      )}
    </List>
  );
}

function Chosen({ name, version, text, restore }: Props & { version: number }) {
  const found = trpc.templates.get.useQuery({ name, version }, { staleTime: "static" });
  const { forms } = useForms();
  if (found.error) return <LoadError message={found.error.message} retry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="mt-2 h-24 w-full" />;
  const template = ordered(found.data.template, forms);
  return (
    <div className="mt-2 space-y-2">
      <Difference before={text} after={textOf(template)} />
      <Button size="small" variant="main" onClick={() => restore(template, version)}>
        Restore version {version}
      </Button>
      <p className="text-12 text-muted">It replaces the document in the editor. Save it to make it current.</p>
    </div>
  );
}

/** What a second text changes in a first one, by lines, with some lines around each change. */
function Difference({ before, after }: { before: string; after: string }) {
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
