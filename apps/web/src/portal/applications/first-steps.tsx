"use client";

import type { Route } from "next";
import Link from "next/link";
import { buttonClass } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { type FirstCallPlaces, firstCall } from "./first-call.ts";

/** The first steps of a new user; hidden once the account has created a task. */
export function FirstSteps({ softId, ...places }: { softId: number | undefined } & FirstCallPlaces) {
  const keys = trpc.keys.list.useQuery({ limit: 1 });
  const tasks = trpc.tasks.list.useQuery({ limit: 1 });
  if (!keys.data || !tasks.data || tasks.data.items.length > 0) return null;
  const hasKey = keys.data.items.length > 0;
  return (
    <div className="mb-6">
      <Panel title="Your first task">
        <ol className="space-y-4">
          <li>
            <p className="mb-2">
              <strong className="font-semibold">1.</strong>{" "}
              {hasKey ? "You have a key. Replace YOUR_KEY below with it." : "Create a key. Every call needs one."}
            </p>
            {!hasKey && (
              <Link href={"/dashboard/keys" as Route} className={buttonClass("plain", "small")}>
                Create a key
              </Link>
            )}
          </li>
          <li>
            <p className="mb-2">
              <strong className="font-semibold">2.</strong> Create a task
              {softId === undefined ? "" : ` that counts for softId ${softId}`}. It appears under Tasks, where it waits
              for its code.
            </p>
            <CodeBlock label="A call that creates a task" code={firstCall({ softId, ...places })} />
          </li>
        </ol>
      </Panel>
    </div>
  );
}
