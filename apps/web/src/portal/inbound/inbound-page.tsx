"use client";

import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, Notice } from "../../components/notice.tsx";
import { PageHead, Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { MessageLog } from "./message-log.tsx";
import { RuleList, TryRules } from "./rules.tsx";

/** Inbound codes: the account's address, its rules with a sample to try them on, and the log of its messages. */
export function InboundPage() {
  return (
    <>
      <PageHead title="Inbound codes">
        An SMS gateway or a mail forwarder posts the messages that it receives to your URL. Your rules find the code in
        a message, and the task that waits for the code continues.
      </PageHead>
      <div className="space-y-4">
        <AddressPanel />
        <RuleList />
        <TryRules />
        <MessageLog />
      </div>
    </>
  );
}

/** The URL that a gateway posts to. It is shown once, when it is created. */
function AddressPanel() {
  const current = trpc.inbound.address.useQuery();
  const roll = trpc.inbound.rollAddress.useMutation();
  const remove = trpc.inbound.deleteAddress.useMutation({ onSuccess: () => roll.reset() });
  const problem = roll.error ?? remove.error;
  return (
    <Panel title="URL">
      <div className="space-y-4">
        <p className="max-w-prose text-muted">
          Set this URL as the webhook of your gateway or forwarder. It accepts JSON, forms and plain text of up to 16
          KiB by POST. It responds with status 204 to every message, or 503 while the database is unavailable.
        </p>
        {problem && <Notice tone="failed">{problem.message}</Notice>}
        {roll.data && (
          <div className="space-y-2">
            <Notice tone="ready">Copy the URL now. It will not be shown again.</Notice>
            <CodeBlock label="New URL" code={`${window.location.origin}${roll.data.path}`} />
          </div>
        )}
        <Loaded query={current} skeleton="h-10 w-64">
          {current.data ? (
            <div className="flex flex-wrap items-center gap-2">
              <ConfirmButton
                size="normal"
                label="Replace…"
                question="Replace the URL?"
                action="Replace URL"
                variant="main"
                busy={roll.isPending}
                closes
                act={() => roll.mutate()}
              >
                <p>
                  You get a new URL. Messages to the current one are ignored from then on, so update your gateway too.
                </p>
              </ConfirmButton>
              <ConfirmButton
                size="normal"
                label="Switch off…"
                question="Switch the URL off?"
                action="Switch off"
                busy={remove.isPending}
                closes
                act={() => remove.mutate()}
              >
                <p>Messages to it are ignored from then on. Your rules and the log are kept.</p>
              </ConfirmButton>
              <p className="text-13 text-muted">
                Created <Moment at={current.data.createdAt} />
              </p>
            </div>
          ) : (
            <Button variant="main" busy={roll.isPending} onClick={() => roll.mutate()}>
              Create URL
            </Button>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}
