import { ConfirmButton } from "../../components/dialog.tsx";
import { Field, Form, SubmitButton, TextField } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Notice, Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { TemplateSelect } from "../templates/template-select.tsx";

type Rule = Answers["inbound"]["rules"][number];

export function RuleList() {
  const rules = trpc.inbound.rules.useQuery();
  return (
    <Panel title="Rules">
      <List
        query={rules}
        skeleton="h-16 w-full"
        empty={<p className="text-muted">No rules yet. Without a rule, no message answers a task.</p>}
      >
        {(rule) => <OneRule key={rule.ruleId} {...rule} />}
      </List>
      <RuleForm />
    </Panel>
  );
}

function OneRule({ ruleId, name, templateName, taskId, sender, pattern }: Rule) {
  const remove = trpc.inbound.deleteRule.useMutation();
  const target = [taskId !== null && `task ${taskId}`, templateName !== null && `template ${templateName}`];
  return (
    <ListItem
      actions={
        <ConfirmButton
          label="Delete…"
          name={`Delete rule ${name}`}
          question={`Delete the rule ${name}?`}
          action="Delete the rule"
          act={() => remove.mutateAsync({ ruleId })}
        >
          Messages that match it will no longer answer tasks. This cannot be undone.
        </ConfirmButton>
      }
    >
      <p>
        <span className="font-semibold">{name}</span> <code className="font-mono text-13 break-all">{pattern}</code>
      </p>
      <p className="text-13 text-muted">
        {sender === null ? "from any sender" : `from ${sender}`} · for{" "}
        {target.filter(Boolean).join(" and ") || "any task"}
      </p>
    </ListItem>
  );
}

function RuleForm() {
  const create = trpc.inbound.createRule.useMutation();
  function submit(fields: FormData) {
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    return create.mutateAsync({
      name: text("name"),
      pattern: text("pattern"),
      sender: text("sender") || null,
      templateName: text("templateName") || null,
      taskId: text("taskId") ? Number(text("taskId")) : null,
    });
  }
  return (
    <Form submit={submit} className="space-y-4 border-line border-t pt-4" aria-label="New rule">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" required maxLength={100} placeholder="bank codes" />
        <Field
          label="Pattern"
          name="pattern"
          required
          maxLength={500}
          placeholder="code is (\d{6})"
          className="font-mono"
          hint="An RE2 regular expression. Its one group in parentheses is the value."
        />
        <Field
          label="From"
          name="sender"
          maxLength={100}
          placeholder="+49 151 234567, @bank.example"
          hint="A number, a name or an email address. Leave empty for any sender."
        />
        <TemplateSelect label="Template" name="templateName" none="Any template" defaultValue="" />
        <Field
          label="Task"
          name="taskId"
          inputMode="numeric"
          pattern="[0-9]{1,15}"
          hint="A task ID. Leave empty for any task."
        />
      </div>
      <SubmitButton variant="main">Add rule</SubmitButton>
    </Form>
  );
}

/** Tries the rules on a sample message. Nothing is stored, and no task is answered. */
export function TryRules() {
  const rules = trpc.inbound.rules.useQuery();
  const attempt = trpc.inbound.tryRules.useMutation();
  const submit = (fields: FormData) =>
    attempt.mutateAsync({ sender: String(fields.get("sender") ?? ""), text: String(fields.get("text") ?? "") });
  const nameOf = (ruleId: number) => rules.data?.find((rule) => rule.ruleId === ruleId)?.name ?? "a deleted rule";
  const found = attempt.data?.filter(({ value }) => value !== null) ?? [];
  return (
    <Panel title="Try the rules" about="Nothing is stored, and no task is answered.">
      <Form submit={submit} keepsValues className="space-y-4">
        <Field label="Sample sender" name="sender" maxLength={200} placeholder="+49151234567" />
        <TextField label="Sample message" name="text" required maxLength={16_384} placeholder="Your code is 349001." />
        {attempt.data && found.length === 0 && <Notice tone="waits">No rule finds a value in this message.</Notice>}
        {found.length > 0 && (
          <Notice tone="ready">
            <ul>
              {found.map(({ ruleId, value }) => (
                <li key={ruleId} className="break-all">
                  {nameOf(ruleId)} finds <code className="font-mono">{value}</code>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <SubmitButton>Try</SubmitButton>
      </Form>
    </Panel>
  );
}
