"use client";

import type { SentEmail } from "@gatepost/domain/wait-email/list-emails";
import Link from "next/link";
import { Moment } from "../../components/moment.tsx";
import { LoadError } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

/** The latest emails about waits, including those that were not sent. */
export function RecentEmails() {
  const list = trpc.emails.recent.useQuery();
  if (list.error) return <LoadError message={list.error.message} retry={() => list.refetch()} />;
  if (!list.data?.length) return null;
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-13">Latest emails</summary>
      <ul className="mt-2 divide-y divide-line border-line border-y text-13">
        {list.data.map((email) => (
          <li key={email.emailId} className="flex flex-wrap justify-between gap-x-3 py-2">
            <span className="min-w-0 break-words">
              {email.to} · <Link href={`/dashboard/tasks/${email.taskId}`}>task {email.taskId}</Link>
              {email.kind === "reminder" && " · reminder"}
            </span>
            <span className="text-muted">
              {outcomeText(email)} · <Moment at={email.at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function outcomeText({ outcome, problem }: SentEmail): string {
  switch (outcome) {
    case "sent":
      return "sent";
    case "pending":
      return problem ? `not sent yet: ${problem}` : "being sent";
    case "limit":
      return "not sent: this address had already been sent 20 emails in an hour";
    case "not sent":
      return `not sent: ${problem}`;
  }
}
