import { CodeBlock } from "../../components/code-block.tsx";
import { Panel } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { firstCall } from "../guide/first-steps.ts";
import { usePortal } from "../portal-context.tsx";

/** Shown for an empty range: a call that would be counted, ready to paste. */
export function Nothing({ softId, published, readOnly }: { softId: number; published: boolean; readOnly: boolean }) {
  const { key, origin, demoSite } = usePortal();
  if (readOnly) return <p className="text-muted">No data in this range.</p>;
  return (
    <Panel title="No data in this range">
      <p className="max-w-prose text-muted">
        Create a task with the softId
        {published && (
          <>
            , or open the <TextLink href={`/apps/${softId}`}>public page</TextLink>
          </>
        )}
        : the number is on the chart within two seconds.
      </p>
      <CodeBlock label="Example call" code={firstCall({ origin, demoSite, key, softId, answered: true })} />
    </Panel>
  );
}
