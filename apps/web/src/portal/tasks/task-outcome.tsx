import { tabSeparated } from "@gatepost/presenters/csv";
import type { ReactNode } from "react";
import { CopyButton } from "../../components/code-block.tsx";
import { ListItem } from "../../components/list.tsx";
import { LoadError, Panel, Skeleton } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { whole } from "../../format/numbers.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { Picture, type Step } from "./timeline.tsx";

type Outcome = Answers["tasks"]["outcome"];

interface Props {
  taskId: number;
  /** Those that are loaded of the timeline. */
  steps: Step[] | undefined;
  pictureStepId: number | null;
}

/** What an ended task left: its result, or where it failed and what it had read. */
export function TaskOutcome({ taskId, steps, pictureStepId }: Props) {
  const outcome = trpc.tasks.outcome.useQuery({ taskId }, { staleTime: "static" });
  if (outcome.error) return <LoadError message={outcome.error.message} retry={() => outcome.refetch()} />;
  if (!outcome.data) return <Skeleton className="h-40 w-full" />;
  const { data } = outcome;
  const pictureAt = (place: string, shown: boolean) =>
    pictureStepId !== null && <Picture taskId={taskId} stepId={pictureStepId} place={place} shown={shown} />;
  switch (data.status) {
    case "processing":
      return null;
    case "deleted":
      return (
        <Panel title="Result">
          <p className="text-muted">The result is no longer kept, but the record of the task is.</p>
        </Panel>
      );
    case "failed": {
      const { failure, read } = data;
      const failed = failure && steps?.findLast(({ place }) => place === failure.step);
      return failure ? (
        <Panel title={`Where it failed: step ${failure.step}, ${failure.type}`}>
          {failed?.sentence && <p>{failed.sentence}</p>}
          {failure.url && <Address label="URL" url={failure.url} />}
          <Nearest failure={failure} />
          {pictureAt(`step ${failure.step}`, true)}
          <ReadResult taskId={taskId} read={read} none="Nothing had been read by then." />
        </Panel>
      ) : null;
    }
    default: {
      const kept = data.files.length + data.snapshots.length + data.screenshots;
      return (
        <Panel title="Result">
          <ReadResult taskId={taskId} read={data.read} none={kept > 0 ? "" : "No step read anything."} />
          <Downloads
            title="Files"
            files={data.files.map(({ as, name, type, size }) => ({
              name,
              facts: `${as} · ${type} · ${bytes(size)}`,
              href: resultPath(taskId, "file", as),
            }))}
          />
          <Downloads
            title="HTML snapshots"
            files={data.snapshots.map((size, index) => ({
              name: `Snapshot ${index + 1}`,
              facts: bytes(size),
              href: resultPath(taskId, "html", String(index + 1)),
            }))}
          />
          <Address label="Final URL" url={data.url} />
          {pictureAt("the end", false)}
          <Kept
            title="Cookies"
            entries={data.cookies.map(({ name, domain, value }) => [`${name} (${domain})`, value])}
          />
          <Kept title="Storage" entries={data.localStorage.map(({ name, value }) => [name, value])} />
        </Panel>
      );
    }
  }
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-13">
      <span className="text-muted">{label}</span>
      <span className="min-w-0 break-all font-mono">{url}</span>
      <CopyButton text={url} />
    </div>
  );
}

type Failure = NonNullable<Extract<Outcome, { status: "failed" }>["failure"]>;

/** What was on the page in place of the element that the step needed: selectors to copy into the template. */
function Nearest({ failure: { candidates, coveredBy } }: { failure: Failure }) {
  return (
    <>
      {coveredBy && (
        <Titled title="What covered the element">
          <Selector selector={coveredBy.selector} text={coveredBy.text} />
          {coveredBy.buttons.map((selector) => (
            <Selector key={selector} selector={selector} text="A button in it" />
          ))}
        </Titled>
      )}
      {candidates.length > 0 && (
        <Titled title="Elements that come near">
          {candidates.map(({ selector, text, why }) => (
            <Selector key={selector} selector={selector} text={[text, why].filter(Boolean).join(" · ")} />
          ))}
        </Titled>
      )}
    </>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold text-13">{title}</h3>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </div>
  );
}

function Selector({ selector, text }: { selector: string; text: string }) {
  return (
    <ListItem actions={<CopyButton text={selector} />}>
      <p className="break-all font-mono text-13">{selector}</p>
      <p className="text-13 text-muted">{text}</p>
    </ListItem>
  );
}

interface Download {
  name: string;
  facts: string;
  href: string;
}

function Downloads({ title, files }: { title: string; files: Download[] }) {
  if (files.length === 0) return null;
  return (
    <Titled title={title}>
      {files.map(({ name, facts, href }) => (
        <ListItem key={href} actions={<Whole href={href} of={name} />}>
          {name} <span className="text-13 text-muted tabular-nums">{facts}</span>
        </ListItem>
      ))}
    </Titled>
  );
}

/** Seldom needed, and long. */
function Kept({ title, entries }: { title: string; entries: [name: string, value: string][] }) {
  if (entries.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-13 text-accent">
        {title} ({entries.length})
      </summary>
      <dl className="mt-2 space-y-2 text-13">
        {entries.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <dt className="break-all text-muted">{name}</dt>
            <dd className="break-all font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function bytes(size: number): string {
  if (size < 1_024) return `${size} bytes`;
  return size < 1_048_576 ? `${(size / 1_024).toFixed(1)} KiB` : `${(size / 1_048_576).toFixed(1)} MiB`;
}

type Read = Extract<Outcome, { status: "failed" }>["read"];

function ReadResult({ taskId, read, none }: { taskId: number; read: Read; none: string }) {
  const { texts, data } = read;
  if (texts.length === 0 && data.length === 0) return none ? <p className="text-13 text-muted">{none}</p> : null;
  return (
    <>
      {texts.map(({ name, text, isCut }) => (
        <div key={name}>
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold text-13">{name}</h3>
            {isCut ? <Whole href={resultPath(taskId, "text", name)} of={name} /> : <CopyButton text={text} />}
          </div>
          <p className="mt-1 max-h-60 overflow-auto break-words whitespace-pre-wrap">
            {text}
            {isCut && "…"}
          </p>
        </div>
      ))}
      {data.map((list) => (
        <DataTable key={list.name} taskId={taskId} list={list} />
      ))}
    </>
  );
}

/** A wide table scrolls, so that numbers and words are not broken in the middle. */
const cellClass = "w-max max-w-60 sm:max-w-xl";

function DataTable({ taskId, list }: { taskId: number; list: Read["data"][number] }) {
  const { name, columns, rows, items, isCut } = list;
  const tabbed = tabSeparated([columns, ...rows.map((row) => row.map((cell) => cell ?? ""))]);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-13">{name}</h3>
        <span className="text-13 text-muted tabular-nums">
          {whole(items)} {items === 1 ? "item" : "items"}
          {isCut && (rows.length < items ? `, the first ${rows.length} shown` : ", shortened")}
        </span>
        {!isCut && <CopyButton text={tabbed} label="Copy table" />}
        <Whole href={resultPath(taskId, "data", name)} of={name} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section aria-label={name} tabIndex={0} className="mt-1 max-h-96 overflow-auto rounded-field border border-line">
        <table className="w-full text-left text-13">
          <thead className="sticky top-0 bg-raised">
            <tr>
              {columns.map((column) => (
                <th key={column} className="px-3 py-2 font-semibold">
                  <div className={cellClass}>{column}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={columns[at]} className="px-3 py-1.5 align-top">
                    <div className={cellClass}>{cell ?? <span className="text-muted">none</span>}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Whole({ href, of }: { href: string; of: string }) {
  return (
    <TextLink href={href} download aria-label={`Download ${of}`}>
      Download
    </TextLink>
  );
}

const resultPath = (taskId: number, kind: "file" | "text" | "data" | "html", name: string): string =>
  `/dashboard/tasks/${taskId}/result/${kind}/${encodeURIComponent(name)}`;
