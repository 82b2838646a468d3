"use client";

import { type EventFormat, eventNames } from "@gatepost/contract/events";
import { graceSeconds } from "@gatepost/contract/limits";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Check, CheckGroup, Field, SelectField } from "../../components/field.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, Notice } from "../../components/notice.tsx";
import { PageHead, Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { DeliveryList } from "./delivery-list.tsx";

/** The account's endpoints for events, each with its deliveries. */
export function EventsPage() {
  const endpoints = trpc.events.endpoints.useQuery();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <PageHead title="Events">
        Gatepost notifies your programs and chats when a task waits for an answer, has succeeded or has failed.
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

type Endpoint = Answers["events"]["endpoints"][number];

/** An endpoint with its actions and deliveries. `rolled` gets a new secret, which is shown once. */
function EndpointPanel({ endpoint, rolled }: { endpoint: Endpoint; rolled: (secret: string) => void }) {
  const { endpointId, url, format, events, withLink, createdAt, previousUntil } = endpoint;
  const test = trpc.events.test.useMutation();
  const remove = trpc.events.deleteEndpoint.useMutation();
  const roll = trpc.events.rollSecret.useMutation({ onSuccess: ({ secret }) => rolled(secret) });
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
            <p>It stops receiving events, and the list of its deliveries is deleted.</p>
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

type Format = keyof typeof formatTexts;

/** A form for a new endpoint. `created` gets its secret, which is shown once. */
function EndpointForm({ created }: { created: (secret: string) => void }) {
  const create = trpc.events.createEndpoint.useMutation({ onSuccess: ({ secret }) => created(secret) });
  function submit(fields: FormData) {
    return create.mutateAsync({
      url: String(fields.get("url") ?? "").trim(),
      format: String(fields.get("format")) as Format,
      events: eventNames.filter((name) => fields.getAll("events").includes(name)),
      withLink: fields.get("withLink") === "on",
    });
  }
  return (
    <Panel title="Add endpoint">
      <Form submit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="URL" name="url" type="url" required placeholder="https://hooks.example.com/…" />
          <SelectField label="Format" name="format">
            {Object.entries(formatTexts).map(([format, text]) => (
              <option key={format} value={format}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckGroup label="Events" name="events">
          {eventNames.map((name) => (
            <Check key={name} name="events" value={name} defaultChecked>
              <code className="font-mono">task.{name}</code>
            </Check>
          ))}
        </CheckGroup>
        <Check name="withLink">Add an answer link to task.waiting. Anyone who has the link can answer.</Check>
        <SubmitButton variant="main">Add endpoint</SubmitButton>
      </Form>
    </Panel>
  );
}

/** The forms of bodies, as people choose them. */
const formatTexts: Record<EventFormat, string> = {
  standard: "JSON for programs (Standard Webhooks)",
  text: "Chat: Slack, Mattermost, Google Chat",
  discord: "Chat: Discord",
};
