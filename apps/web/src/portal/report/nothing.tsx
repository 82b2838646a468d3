import { CodeBlock } from "../../components/code-block.tsx";
import { Panel } from "../../components/panel.tsx";
import { type FirstCallPlaces, firstCall } from "../applications/first-call.ts";

/** Where a range is empty: what would be counted, ready to paste. */
export function Nothing({ softId, readOnly, ...places }: { softId: number; readOnly: boolean } & FirstCallPlaces) {
  if (readOnly) return <p className="text-muted">Nothing was counted in this range.</p>;
  return (
    <Panel title="Nothing was counted in this range">
      <p className="mb-3 max-w-prose text-muted">
        Put the softId into a task, or open the{" "}
        <a href={`/apps/${softId}`} className="text-accent underline underline-offset-4">
          public page
        </a>
        : the number is on the chart within two seconds.
      </p>
      <CodeBlock label="A call that is counted" code={firstCall({ softId, ...places })} />
    </Panel>
  );
}
