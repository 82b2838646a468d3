import { CodeBlock } from "../../components/code-block.tsx";
import { Panel } from "../../components/panel.tsx";
import { firstCall } from "../applications/first-call.ts";

/** Where a range is empty: what would be counted, ready to paste. */
export function Nothing({ softId, origin, readOnly }: { softId: number; origin: string; readOnly: boolean }) {
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
      <CodeBlock label="A call that is counted" code={firstCall(origin, softId)} />
    </Panel>
  );
}
