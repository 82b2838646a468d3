"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Moment } from "../../components/moment.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { formatTexts } from "./format-texts.ts";

type Endpoint = Answers["events"]["endpoints"][number];

/** An endpoint with its actions and deliveries. `rolled` gets a new secret, which is shown once. */
export function EndpointPanel({ endpoint, rolled }: { endpoint: Endpoint; rolled: (secret: string) => void }) {
  const { endpointId, url, format, events, withLink, createdAt, previousUntil } = endpoint;
  const client = trpc.useUtils();
  const renew = () => client.events.invalidate();
  const test = trpc.events.test.useMutation({ onSuccess: renew });
  const remove = trpc.events.deleteEndpoint.useMutation({ onSuccess: renew });
  const roll = trpc.events.rollSecret.useMutation({
    onSuccess: ({ secret }) => {
      rolled(secret);
      return renew();
    },
  });
  const problem = test.error ?? roll.error ?? remove.error;
  return (
    <Panel
      title={<span className="break-all">{url}</span>}
      actions={
        <>
          <Button size="small" busy={test.isPending} onClick={() => test.mutate({ endpointId })}>
            Send test
          </Button>
          <ConfirmButton
            label="Roll secret…"
            question="Roll the signing secret?"
            action="Roll secret"
            variant="main"
            busy={roll.isPending}
            closes
            act={() => roll.mutate({ endpointId })}
          >
            <p>
              You get a new secret. For the next {graceSeconds / 3_600} hours, deliveries are also signed with the
              current one.
            </p>
          </ConfirmButton>
          <ConfirmButton
            label="Delete…"
            question="Delete the endpoint?"
            action="Delete endpoint"
            busy={remove.isPending}
            closes
            act={() => remove.mutate({ endpointId })}
          >
            <p>It gets no more events, and the list of its deliveries is deleted.</p>
          </ConfirmButton>
        </>
      }
    >
      <div className="space-y-3">
        {problem && <Notice tone="failed">{problem.message}</Notice>}
        <p className="text-13 text-muted">
          {formatTexts[format]} · {events.map((name) => `task.${name}`).join(", ")}
          {withLink && " · with an answer link"} · created <Moment at={createdAt} />
          {previousUntil && (
            <>
              {" "}
              · the previous secret works until <Moment at={previousUntil} />
            </>
          )}
        </p>
        <DeliveryList endpointId={endpointId} />
      </div>
    </Panel>
  );
}
