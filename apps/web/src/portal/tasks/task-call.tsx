"use client";

import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { LoadError } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { callText } from "./call-text.ts";
import { RunAgain } from "./run-again.tsx";

/** The call that created the task, to copy; and a button that creates another one like it. */
export function TaskCall({
  taskId,
  origin,
  canRunAgain = false,
}: {
  taskId: number;
  origin: string;
  canRunAgain?: boolean;
}) {
  const call = trpc.tasks.creatingCall.useQuery({ taskId }, { staleTime: Number.POSITIVE_INFINITY });
  if (call.error) return <LoadError message={call.error.message} retry={() => call.refetch()} />;
  const text = call.data && callText(call.data, origin);
  return (
    <Panel
      title="Call"
      actions={
        text && (
          <>
            <CopyButton text={text} label="Copy call" />
            {canRunAgain && <RunAgain taskId={taskId} call={call.data} />}
          </>
        )
      }
    >
      <details>
        <summary className="cursor-pointer text-13 text-accent">The call that created this task</summary>
        <p className="my-2 text-13 text-muted">
          Insert your key, and a value for each variable shown as “…”. Values are deleted when a task ends.
        </p>
        {text && <CodeBlock label="The call that created this task" code={text} />}
      </details>
    </Panel>
  );
}
