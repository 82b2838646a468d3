"use client";

import { ActionButton } from "../../components/action-button.tsx";
import { Button } from "../../components/button.tsx";
import { ShownOnce } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, pages, trpc } from "../../trpc/client.tsx";
import { RuleList, TryRules } from "./rules.tsx";

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
  return (
    <Panel
      title="URL"
      about="Set this URL as the webhook of your gateway or forwarder. It accepts JSON, forms and plain text of up to 16 KiB by POST. It responds with status 204 to every message, or 503 while the database is unavailable."
    >
      {roll.data && (
        <ShownOnce label="New URL" code={`${window.location.origin}${roll.data.path}`}>
          Copy the URL now. It will not be shown again.
        </ShownOnce>
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
              act={() => roll.mutateAsync()}
            >
              You get a new URL. Messages to the current one are ignored from then on, so update your gateway too.
            </ConfirmButton>
            <ConfirmButton
              size="normal"
              label="Switch off…"
              question="Switch the URL off?"
              action="Switch off"
              act={() => remove.mutateAsync()}
            >
              Messages to it are ignored from then on. Your rules and the log are kept.
            </ConfirmButton>
            <p className="text-13 text-muted">
              Created <Moment at={current.data.createdAt} />
            </p>
          </div>
        ) : (
          <ActionButton variant="main" act={() => roll.mutateAsync()}>
            Create URL
          </ActionButton>
        )}
      </Loaded>
    </Panel>
  );
}

type Message = Answers["inbound"]["messages"]["items"][number];

const outcomes: Record<Message["outcome"], { text: string; tone: string }> = {
  kept: { text: "kept for ten minutes, in case a task asks for it", tone: "text-waits" },
  answering: { text: "answering", tone: "text-waits" },
  answered: { text: "✓ answered", tone: "text-ready" },
  unused: { text: "not used: no task waited for it", tone: "text-muted" },
  replaced: { text: "not used: a later message answered the task", tone: "text-muted" },
  ambiguous: { text: "✕ ambiguous, so it answered no task", tone: "text-failed" },
  refused: { text: "✕ refused: the site has just refused this value", tone: "text-failed" },
  repeated: { text: "ignored: the same message arrived before", tone: "text-muted" },
};

function MessageLog() {
  const list = trpc.inbound.messages.useInfiniteQuery({}, pages);
  return (
    <Panel
      title="Log"
      actions={
        <Button size="small" busy={list.isFetching} onClick={() => list.refetch()}>
          Refresh
        </Button>
      }
    >
      <List query={list} skeleton="h-16 w-full" empty={<p className="text-muted">Nothing has been received yet.</p>}>
        {(message) => <OneMessage key={message.messageId} {...message} />}
      </List>
    </Panel>
  );
}

function OneMessage({ receivedAt, sender, outcome, ruleName, taskId, variable, detail }: Message) {
  const { text, tone } = outcomes[outcome];
  return (
    <ListItem>
      <p>
        <span className="font-semibold">{sender || "Unknown sender"}</span>{" "}
        <Moment at={receivedAt} className="text-13 text-muted" />
      </p>
      <p className="text-13 text-muted">
        <span className={tone}>{text}</span>
        {ruleName !== null && ` · rule ${ruleName}`}
        {taskId !== null && (
          <>
            {" · "}
            <PageLink href={`/dashboard/tasks/${taskId}`}>task {taskId}</PageLink>
            {variable !== null && `, ${variable}`}
          </>
        )}
        {detail !== null && ` · ${detail}`}
      </p>
    </ListItem>
  );
}
