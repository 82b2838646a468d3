"use client";

import { PushForm } from "../../tasks/push-form.tsx";
import type { FollowedTask } from "./use-followed-task.ts";

/** Asks for the value that the run waits for. */
export function LateValue({ taskId, variable }: { taskId: number; variable: FollowedTask["variables"][number] }) {
  const { name, prompt, attempt } = variable;
  return (
    <section aria-label={`Answer for ${name}`} className="rounded-field border border-waits p-3">
      <p className="text-13 text-muted">
        Waiting for <span className="font-mono">{name}</span>
      </p>
      {prompt && <p className="mt-2">{prompt}</p>}
      {attempt > 1 && <p className="mt-2 text-13 text-waits">Attempt {attempt}: the site asked for it again.</p>}
      <PushForm taskId={taskId} variable={variable} />
    </section>
  );
}
