"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Loaded, Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { RuleForm } from "./rule-form.tsx";

type Rule = Answers["inbound"]["rules"][number];

/** The account's rules, each with a button to delete it, and a form for another one. */
export function RuleList() {
  const client = trpc.useUtils();
  const rules = trpc.inbound.rules.useQuery();
  const remove = trpc.inbound.deleteRule.useMutation({ onSuccess: () => client.inbound.rules.invalidate() });
  return (
    <Panel title="Rules">
      <div className="space-y-4">
        {remove.error && <Notice tone="failed">{remove.error.message}</Notice>}
        <Loaded query={rules} skeleton="h-16 w-full">
          {rules.data?.length === 0 ? (
            <p className="text-muted">No rules yet. Without a rule, no message answers a task.</p>
          ) : (
            <ul className="divide-y divide-line">
              {rules.data?.map((rule) => (
                <OneRule
                  key={rule.ruleId}
                  rule={rule}
                  busy={remove.isPending}
                  remove={() => remove.mutate({ ruleId: rule.ruleId })}
                />
              ))}
            </ul>
          )}
        </Loaded>
        <RuleForm />
      </div>
    </Panel>
  );
}

function OneRule({ rule, busy, remove }: { rule: Rule; busy: boolean; remove: () => void }) {
  const { name, templateName, taskId, sender, pattern } = rule;
  const target = [taskId !== null && `task ${taskId}`, templateName !== null && `template ${templateName}`];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-semibold">{name}</span> <code className="font-mono text-13 break-all">{pattern}</code>
        </p>
        <p className="text-13 text-muted break-words">
          {sender === null ? "from any sender" : `from ${sender}`} · for{" "}
          {target.filter(Boolean).join(" and ") || "any task"}
        </p>
      </div>
      <ConfirmButton
        label="Delete…"
        name={`Delete rule ${name}`}
        question={`Delete the rule ${name}?`}
        action="Delete the rule"
        busy={busy}
        closes
        act={remove}
      >
        <p>Its messages will answer no more tasks. This cannot be undone.</p>
      </ConfirmButton>
    </li>
  );
}
