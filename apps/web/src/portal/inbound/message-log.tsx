"use client";

import { Button, MoreButton } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { Loaded } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/query-data.ts";

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

/** The latest messages with their outcomes, without their contents. */
export function MessageLog() {
  const list = trpc.inbound.messages.useInfiniteQuery({}, pages);
  const messages = itemsOf(list.data);
  return (
    <Panel
      title="Log"
      actions={
        <Button size="small" busy={list.isFetching} onClick={() => list.refetch()}>
          Refresh
        </Button>
      }
    >
      <Loaded query={list} skeleton="h-16 w-full">
        {messages?.length === 0 ? (
          <p className="text-muted">Nothing has been received yet.</p>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {messages?.map((message) => (
                <OneMessage key={message.messageId} {...message} />
              ))}
            </ul>
            <MoreButton pages={list} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function OneMessage({ receivedAt, sender, outcome, ruleName, taskId, variable, detail }: Message) {
  const { text, tone } = outcomes[outcome];
  return (
    <li className="py-3">
      <p className="break-words">
        <span className="font-semibold">{sender || "Unknown sender"}</span>{" "}
        <span className="text-13 text-muted">
          <Moment at={receivedAt} />
        </span>
      </p>
      <p className="text-13 text-muted break-words">
        <span className={tone}>{text}</span>
        {ruleName !== null && ` · rule ${ruleName}`}
        {taskId !== null && (
          <>
            {" · "}
            <PageLink prefetch={false} href={`/dashboard/tasks/${taskId}`}>
              task {taskId}
            </PageLink>
            {variable !== null && `, ${variable}`}
          </>
        )}
        {detail !== null && ` · ${detail}`}
      </p>
    </li>
  );
}
