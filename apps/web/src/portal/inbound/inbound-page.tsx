"use client";

import { PageHead } from "../../components/page-head.tsx";
import { AddressPanel } from "./address-panel.tsx";
import { MessageLog } from "./message-log.tsx";
import { RuleList } from "./rule-list.tsx";
import { TryRules } from "./try-rules.tsx";

/** Inbound codes: the account's address, its rules with a sample to try them on, and the log of its messages. */
export function InboundPage() {
  return (
    <>
      <PageHead title="Inbound codes">
        An SMS gateway or a mail forwarder posts the messages that it receives to your URL. Your rules find the code in a
        message, and the task that waits for the code continues.
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
