"use client";

import { limits } from "@gatepost/contract/limits";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmButton, Dialog } from "../../components/dialog.tsx";
import { Check, Field, Form, SubmitButton } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty, PageHead, Panel } from "../../components/panel.tsx";
import { PageLink, TextLink } from "../../components/text-link.tsx";
import { calendarDay } from "../../format/time.ts";
import { type Answers, itemsOf, pages, trpc } from "../../trpc/client.tsx";

/** What the account keeps for its tasks: secrets that templates type, and sessions in which tasks stay signed in. */
export function SecretsPage() {
  return (
    <>
      <PageHead title="Secrets and sessions">
        What your tasks sign in with, and where they stay signed in. Stored encrypted; values are never shown again.
      </PageHead>
      <div className="space-y-4">
        <SecretList />
        <div id="sessions" className="scroll-mt-6">
          <SessionList />
        </div>
      </div>
    </>
  );
}

type Session = Answers["sessions"]["list"]["items"][number];

function SessionList() {
  const list = trpc.sessions.list.useInfiniteQuery({}, pages);
  const remove = trpc.sessions.delete.useMutation();
  return (
    <Panel title="Sessions">
      <List
        query={list}
        skeleton="h-32 w-full"
        empty={
          <Empty title="No sessions yet">
            <p>
              Give a template or a task a <span className="font-mono text-13">session</span>, and its tasks stay signed
              in from one to the next.
            </p>
            <TextLink href="/docs/signing-in#sessions">How sessions work</TextLink>
          </Empty>
        }
      >
        {(session) => (
          <ListItem
            key={session.id}
            actions={
              <ConfirmButton
                label="Delete…"
                name={`Delete ${session.name}`}
                question="Delete this session?"
                action="Delete session"
                act={() => remove.mutateAsync({ name: session.name })}
              >
                The cookies and storage of <span className="font-semibold">{session.name}</span> are deleted, and the
                next task that names it begins signed out. Tasks that use it now continue, but do not save it.
              </ConfirmButton>
            }
          >
            <p className="font-semibold">{session.name}</p>
            <SessionFacts {...session} />
          </ListItem>
        )}
      </List>
    </Panel>
  );
}

function SessionFacts({ site, usedAt, expiresAt, taskId, openTasks, problem }: Session) {
  const held = openTasks - (taskId === null ? 0 : 1);
  return (
    <div className="space-y-0.5 text-13 text-muted">
      <p>
        {usedAt ? (
          <>
            {site && <span className="font-mono text-12 text-ink">{site}</span>}
            {site && " · "}last used <Moment at={usedAt} />
          </>
        ) : (
          "Nothing saved in it yet"
        )}
        {` · kept until ${calendarDay(expiresAt.toISOString())} (UTC)`}
      </p>
      {taskId !== null && (
        <p>
          <span className="text-waits">
            <span aria-hidden="true">● </span>in use by{" "}
          </span>
          <PageLink href={`/dashboard/tasks/${taskId}`}>task {taskId}</PageLink>
          {held > 0 && `; ${held} more ${held === 1 ? "waits" : "wait"} for it`}
        </p>
      )}
      {problem && (
        <p className="text-failed">
          <span aria-hidden="true">✕ </span>The session of the last task was not saved. {problem}
        </p>
      )}
    </div>
  );
}

function SecretList() {
  const list = trpc.secrets.list.useInfiniteQuery({}, pages);
  const secrets = itemsOf(list.data);
  const remove = trpc.secrets.delete.useMutation();
  // What the dialog is about; it keeps showing it while it closes.
  const [edited, setEdited] = useState<Secret | "new" | null>(null);
  const add = (
    <Button variant="main" onClick={() => setEdited("new")}>
      Add secret
    </Button>
  );
  return (
    <>
      <Panel title="Stored secrets" actions={secrets && secrets.length > 0 && add}>
        <List
          query={list}
          skeleton="h-32 w-full"
          empty={
            <Empty title="No stored secrets yet">
              <p>
                Store a password or the key of an authenticator app once, and your templates type it, without any
                program sending it.
              </p>
              {add}
            </Empty>
          }
        >
          {(secret) => (
            <ListItem
              key={secret.id}
              actions={
                <>
                  <Button size="small" aria-label={`Replace ${secret.name}`} onClick={() => setEdited(secret)}>
                    Replace…
                  </Button>
                  <ConfirmButton
                    label="Delete…"
                    name={`Delete ${secret.name}`}
                    question="Delete this secret?"
                    action="Delete secret"
                    act={() => remove.mutateAsync({ name: secret.name })}
                  >
                    <span className="font-semibold">{secret.name}</span> will be deleted permanently. Tasks that have
                    begun keep it until they end. Queued tasks fail at the step that types it, and new tasks are
                    refused.
                  </ConfirmButton>
                </>
              }
            >
              <p className="font-semibold">{secret.name}</p>
              <p className="text-13 text-muted">
                Typed into pages of <span className="font-mono text-12 text-ink">{secret.domains.join(", ")}</span>
                <br />
                {secret.updatedAt.getTime() === secret.createdAt.getTime() ? "stored" : "replaced"}{" "}
                <Moment at={secret.updatedAt} />
              </p>
            </ListItem>
          )}
        </List>
      </Panel>
      {edited && <SecretDialog key={edited === "new" ? 0 : edited.id} edited={edited} close={() => setEdited(null)} />}
    </>
  );
}

/** Stores a new secret, or replaces one, its domains included: whoever changes where it is typed must know its value. */
function SecretDialog({ edited, close }: { edited: Secret | "new"; close: () => void }) {
  const old = edited === "new" ? null : edited;
  const save = trpc.secrets.save.useMutation({ onSuccess: close });
  function submit(fields: FormData) {
    const domains = String(fields.get("domains"))
      .split(/[\s,]+/)
      .filter(Boolean);
    return save.mutateAsync({
      name: old?.name ?? String(fields.get("name")),
      value: String(fields.get("value")),
      domains,
      ...(fields.get("kind") === "totp" && { kind: "totp" }),
      isNew: !old,
    });
  }
  return (
    <Dialog title={old ? "Replace this secret" : "Add a secret"} open onOpenChange={(open) => !open && close()}>
      <Form submit={submit} className="space-y-4">
        {old ? (
          <p className="break-words">
            A new value for <span className="font-semibold">{old.name}</span>. The old one cannot be shown.
          </p>
        ) : (
          <Field
            label="Name"
            name="name"
            required
            maxLength={limits.secretNameLength}
            autoComplete="off"
            placeholder="bank password"
            hint='Templates type it as {"secret": "name"}; in the editor, choose “stored secret”.'
          />
        )}
        <SecretValue />
        <Field
          label="Domains"
          name="domains"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={old?.domains.join(", ")}
          placeholder="bank.example, login.bank.example"
          hint="It is typed only into pages of these hosts and their subdomains."
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton variant="main">{old ? "Replace secret" : "Store secret"}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const kinds = {
  text: { name: "Password or other text", hint: "At least 4 characters." },
  totp: {
    name: "Key for one-time codes",
    hint: "The Base32 key or otpauth:// address that the site shows when you set up an authenticator app. Tasks type the current code.",
  },
} as const;
type SecretKind = keyof typeof kinds;

function SecretValue() {
  const [kind, setKind] = useState<SecretKind>("text");
  const [isSeen, setIsSeen] = useState(false);
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 font-semibold text-13">What it is</legend>
        {(Object.keys(kinds) as SecretKind[]).map((one) => (
          <Check key={one} type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)}>
            {kinds[one].name}
          </Check>
        ))}
      </fieldset>
      <div>
        <Field
          label="Value"
          name="value"
          required
          type={isSeen ? "text" : "password"}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-13"
          hint={kinds[kind].hint}
        />
        <Check className="mt-2 text-13" checked={isSeen} onChange={({ target }) => setIsSeen(target.checked)}>
          Show the value while I type
        </Check>
      </div>
    </>
  );
}

type Secret = Answers["secrets"]["list"]["items"][number];
