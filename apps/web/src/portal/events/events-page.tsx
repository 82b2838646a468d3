"use client";

import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Loaded, Notice } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { trpc } from "../../trpc/client.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointPanel } from "./endpoint-panel.tsx";

/** The account's endpoints for events, each with its deliveries. */
export function EventsPage() {
  const endpoints = trpc.events.endpoints.useQuery();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <PageHead title="Events">
        Gatepost notifies your programs and chats when a task waits for a value, is ready, or has failed.
      </PageHead>
      <div className="space-y-4">
        {secret && (
          <div className="space-y-2">
            <Notice tone="ready">
              Copy the secret now. It will not be shown again. Chats do not need it. Your own program verifies
              deliveries with it, as specified by Standard Webhooks.
            </Notice>
            <CodeBlock label="New signing secret" code={secret} />
          </div>
        )}
        <EndpointForm created={setSecret} />
        <Loaded query={endpoints} skeleton="h-24 w-full">
          {endpoints.data?.map((endpoint) => (
            <EndpointPanel key={endpoint.endpointId} endpoint={endpoint} rolled={setSecret} />
          ))}
        </Loaded>
      </div>
    </>
  );
}
