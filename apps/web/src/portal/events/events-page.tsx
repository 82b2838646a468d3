"use client";

import { type EventFormat, type EventName, eventNames } from "@gatepost/contract/events";
import { graceSeconds } from "@gatepost/contract/limits";
import { useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { Button } from "../../components/button.tsx";
import { ShownOnce } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Check, CheckGroup, Field, Form, SelectField, SubmitButton } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { moment } from "../../format/time.ts";
import { type Answers, itemsOf, pages, trpc } from "../../trpc/client.tsx";

export function EventsPage() {
  const endpoints = trpc.events.endpoints.useQuery();
  const [secret, setSecret] = useState<MadeSecret>();
  return (
    <>
      <PageHead title="Events">
        Gatepost notifies your programs and chats when a task waits for an answer, has succeeded or has failed.
      </PageHead>
      <div className="space-y-4">
        {secret && (
          <ShownOnce label="New signing secret" code={secret.secret}>
            Copy the secret now. It will not be shown again. Chats do not need it. Your own program verifies deliveries
            with it, as specified by Standard Webhooks.
          </ShownOnce>
        )}
        <EndpointForm created={setSecret} />
        <Loaded query={endpoints} skeleton="h-24 w-full">
          {endpoints.data?.map((endpoint) => (
            <EndpointPanel
              key={endpoint.endpointId}
              endpoint={endpoint}
              rolled={setSecret}
              deleted={() => endpoint.endpointId === secret?.endpointId && setSecret(undefined)}
            />
          ))}
        </Loaded>
      </div>
    </>
  );
}

type Endpoint = Answers["events"]["endpoints"][number];
type MadeSecret = Answers["events"]["createEndpoint"];

interface EndpointPanelProps {
  endpoint: Endpoint;
  /** Gets a new secret, which is shown once. */
  rolled: (made: MadeSecret) => void;
  deleted: () => void;
}

/** An endpoint with its actions and deliveries. */
function EndpointPanel({ endpoint, rolled, deleted }: EndpointPanelProps) {
  const { endpointId, url, format, events, withLink, createdAt, previousUntil } = endpoint;
  const test = trpc.events.test.useMutation();
  const remove = trpc.events.deleteEndpoint.useMutation({ onSuccess: deleted });
  const roll = trpc.events.rollSecret.useMutation({ onSuccess: ({ secret }) => rolled({ endpointId, secret }) });
  return (
    <Panel
      title={<span className="break-all">{url}</span>}
      actions={
        <>
          <ActionButton size="small" aria-label={`Send test to ${url}`} act={() => test.mutateAsync({ endpointId })}>
            Send test
          </ActionButton>
          <ConfirmButton
            label="Roll secret…"
            name={`Roll secret of ${url}`}
            question="Roll the signing secret?"
            action="Roll secret"
            variant="main"
            act={() => roll.mutateAsync({ endpointId })}
          >
            You get a new secret. For the next {graceSeconds / 3_600} hours, deliveries to{" "}
            <span className="break-all">{url}</span> are also signed with the current one.
          </ConfirmButton>
          <ConfirmButton
            label="Delete…"
            name={`Delete endpoint ${url}`}
            question="Delete the endpoint?"
            action="Delete endpoint"
            act={() => remove.mutateAsync({ endpointId })}
          >
            <span className="break-all">{url}</span> stops receiving events, and the list of its deliveries is deleted.
          </ConfirmButton>
        </>
      }
    >
      <p className="text-13 text-muted">
        {formatTexts[format]} · {events.map((name) => `task.${name}`).join(", ")}
        {withLink && " · with an answer link"} · created <Moment at={createdAt} />
        {previousUntil && ` · the previous secret works until ${moment(previousUntil)}`}
      </p>
      <DeliveryList endpointId={endpointId} url={url} />
    </Panel>
  );
}

/** A form for a new endpoint. `created` gets its secret, which is shown once. */
function EndpointForm({ created }: { created: (made: MadeSecret) => void }) {
  const create = trpc.events.createEndpoint.useMutation({ onSuccess: created });
  function submit(fields: FormData) {
    return create.mutateAsync({
      url: String(fields.get("url") ?? "").trim(),
      format: String(fields.get("format")) as EventFormat,
      events: eventNames.filter((name) => fields.getAll("events").includes(name)),
      withLink: fields.get("withLink") === "on",
    });
  }
  return (
    <Panel title="Add endpoint">
      <Form submit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="URL" name="url" type="url" required placeholder="https://hooks.example.com/…" />
          <SelectField label="Format" name="format" options={formatTexts} />
        </div>
        <CheckGroup label="Events" name="events">
          {eventNames.map((name) => (
            <Check key={name} name="events" value={name} defaultChecked>
              <span>
                <code className="font-mono">task.{name}</code>: {eventTexts[name]}
              </span>
            </Check>
          ))}
        </CheckGroup>
        <Check name="withLink">Add an answer link to task.waiting. Anyone who has the link can answer.</Check>
        <SubmitButton variant="main">Add endpoint</SubmitButton>
      </Form>
    </Panel>
  );
}

const eventTexts: Record<EventName, string> = {
  waiting: "a task begins to wait",
  ready: "a task has succeeded",
  failed: "a task has failed",
  control: "a person takes over a task's browser, or hands it back",
};

/** The forms of bodies, as people choose them. */
const formatTexts: Record<EventFormat, string> = {
  standard: "JSON for programs (Standard Webhooks)",
  text: "Chat: Slack, Mattermost, Google Chat",
  discord: "Chat: Discord",
};

type Delivery = Answers["events"]["deliveries"]["items"][number];

/** Milliseconds between two polls while a delivery is under way. */
const pollMs = 1_000;

/** A delivery counts an attempt when it begins, and has the attempt's problem once it has failed. */
const isSending = ({ nextAt, problem }: Delivery) => nextAt !== null && problem === null;

function DeliveryList({ endpointId, url }: Pick<Endpoint, "endpointId" | "url">) {
  const list = trpc.events.deliveries.useInfiniteQuery(
    { endpointId },
    {
      ...pages,
      refetchInterval: ({ state }) => (itemsOf(state.data)?.some(isSending) ? pollMs : false),
    },
  );
  return (
    <div className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold text-13">Deliveries</h3>
        <Button
          size="small"
          aria-label={`Refresh deliveries to ${url}`}
          busy={list.isFetching}
          onClick={() => list.refetch()}
        >
          Refresh
        </Button>
      </div>
      <List query={list} skeleton="h-10 w-full" empty={<p className="text-muted">Nothing has been sent yet.</p>}>
        {(delivery) => <OneDelivery key={delivery.deliveryId} delivery={delivery} />}
      </List>
    </div>
  );
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const replay = trpc.events.replay.useMutation();
  const { deliveryId, taskId, event, attempts, nextAt, deliveredAt, problem, status, duration, excerpt } = delivery;
  const outcome = deliveredAt
    ? { text: "✓ delivered", tone: "text-ready" }
    : nextAt
      ? { text: isSending(delivery) ? "● sending" : "● will be retried", tone: "text-waits" }
      : { text: "✕ not delivered", tone: "text-failed" };
  return (
    <ListItem
      actions={
        nextAt === null && (
          <ActionButton
            size="small"
            act={() => replay.mutateAsync({ deliveryId })}
            aria-label={`Send delivery ${deliveryId} again`}
          >
            Send again
          </ActionButton>
        )
      }
    >
      <p>
        <code className="font-mono">{event === "test" ? "test" : `task.${event}`}</code>
        {taskId !== null && ` · task ${taskId}`} <Moment at={delivery.createdAt} className="text-13 text-muted" />
      </p>
      <p className="text-13 text-muted">
        <span className={outcome.tone}>{outcome.text}</span> · {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
        {status !== null && ` · HTTP ${status}`}
        {duration !== null && ` · ${duration} ms`}
        {problem !== null && problem !== `HTTP ${status}` && ` · ${problem}`}
      </p>
      {excerpt && (
        <details className="mt-1 text-13">
          <summary className="cursor-pointer text-accent">Response</summary>
          <pre className="mt-1 whitespace-pre-wrap break-all font-mono">{excerpt}</pre>
        </details>
      )}
    </ListItem>
  );
}
