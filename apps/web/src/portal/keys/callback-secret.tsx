"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { Button } from "../../components/button.tsx";
import { ShownOnce } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, Notice, Panel } from "../../components/panel.tsx";
import { moment } from "../../format/time.ts";
import { trpc } from "../../trpc/client.tsx";

/** The secret with which receivers verify callbacks. It is shown once; after a roll, the old one works for another day. */
export function CallbackSecret() {
  const current = trpc.callbacks.secret.useQuery();
  const roll = trpc.callbacks.rollSecret.useMutation();
  return (
    <div className="mt-4">
      <Panel title="Callback secret">
        <div className="space-y-4">
          <p className="max-w-prose text-muted">
            Every callback is signed as Standard Webhooks specifies. Your program uses this secret to verify that a
            callback comes from here and was not modified.
          </p>
          {roll.error && <Notice tone="failed">{roll.error.message}</Notice>}
          {roll.data && (
            <ShownOnce label="New callback secret" code={roll.data.secret}>
              Copy the secret now. It will not be shown again.
            </ShownOnce>
          )}
          <Loaded query={current} skeleton="h-10 w-64">
            <div className="flex flex-wrap items-center gap-4">
              {current.data ? (
                <ConfirmButton
                  size="normal"
                  label="Roll secret…"
                  question="Roll the callback secret?"
                  action="Roll secret"
                  variant="main"
                  act={() => roll.mutateAsync()}
                >
                  <p>
                    You get a new secret. For the next {graceSeconds / 3_600} hours, callbacks are also signed with the
                    current one, so that you can update receivers.
                  </p>
                  {current.data.previousUntil && (
                    <p className="mt-2">
                      You rolled it less than {graceSeconds / 3_600} hours ago. The secret before the current one stops
                      working immediately.
                    </p>
                  )}
                </ConfirmButton>
              ) : (
                <Button busy={roll.isPending} onClick={() => roll.mutate()}>
                  Create secret
                </Button>
              )}
              {current.data && (
                <p className="text-13 text-muted">
                  Created <Moment at={current.data.createdAt} />
                  {current.data.previousUntil &&
                    ` · the previous secret works until ${moment(current.data.previousUntil)}`}
                </p>
              )}
            </div>
          </Loaded>
        </div>
      </Panel>
    </div>
  );
}
