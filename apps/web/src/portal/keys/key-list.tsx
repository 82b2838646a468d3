"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { defaultKeyRights, keyRightNames, keyRights } from "@gatepost/contract/rights";
import { useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { ShownOnce } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Check, CheckGroup, Field, Form, SubmitButton } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty, Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { moment } from "../../format/time.ts";
import { type Answers, pages, trpc } from "../../trpc/client.tsx";
import { usePortal } from "../portal-context.tsx";

/**
 * The keys of the account: created and shown once, rolled with a grace period, revoked, and removed once they have ended. Working
 * keys come first.
 */
export function KeyList() {
  const list = trpc.keys.list.useInfiniteQuery({}, pages);
  const { keep } = usePortal();
  const [made, setMade] = useState<MadeKey>();
  const show = (key: MadeKey | undefined) => {
    keep(key?.clientKey);
    setMade(key);
  };
  return (
    <>
      <PageHead title="Keys">Programs send a key with every call, as clientKey. Only its hash is stored.</PageHead>
      <div className="space-y-4">
        {made && (
          <ShownOnce label="New key" code={made.clientKey}>
            Copy the key now. It is not stored and will not be shown again.
          </ShownOnce>
        )}
        <NewKeyForm created={show} />
        <Panel title="Your keys">
          <List
            query={list}
            skeleton="h-40 w-full"
            empty={
              <Empty title="No keys yet">
                <p>
                  Create one above, name it after the program that will use it, and add it to the program's settings.
                </p>
              </Empty>
            }
          >
            {(key) => (
              <KeyRow
                key={key.keyId}
                {...key}
                rolled={show}
                revoked={() => key.keyId === made?.keyId && show(undefined)}
              />
            )}
          </List>
        </Panel>
        <CallbackSecret />
      </div>
    </>
  );
}

type Key = Answers["keys"]["list"]["items"][number];
type MadeKey = Answers["keys"]["create"];

const actionNames = { roll: "Roll", revoke: "Revoke", remove: "Remove" } as const;
type KeyAction = keyof typeof actionNames;

const consequences: Record<KeyAction, string> = {
  roll: `You get a new key with the same permissions. The old one works for another ${graceSeconds / 3_600} hours, so that you can update your programs.`,
  revoke: "All calls with this key are refused from now on. This cannot be undone.",
  remove:
    "It no longer works, and disappears from this list. Template versions that it saved stay, without its name. This cannot be undone.",
};

interface KeyRowProps extends Key {
  rolled: (made: MadeKey) => void;
  revoked: () => void;
}

function KeyRow({ rolled, revoked, ...key }: KeyRowProps) {
  const { keyId } = key;
  const roll = trpc.keys.roll.useMutation({ onSuccess: rolled });
  const revoke = trpc.keys.revoke.useMutation({ onSuccess: revoked });
  const remove = trpc.keys.delete.useMutation();
  const act: Record<KeyAction, () => Promise<unknown>> = {
    roll: () => roll.mutateAsync({ keyId, graceSeconds }),
    revoke: () => revoke.mutateAsync({ keyId }),
    remove: () => remove.mutateAsync({ keyId }),
  };
  const { name, hint, rights, readOnly, addresses, lastUsedAt, savedVersions, lastSavedAt, createdAt, revokedAt } = key;
  const { word, works } = stateOf(key, new Date());
  const actions: KeyAction[] = !works ? ["remove"] : revokedAt ? ["revoke"] : ["roll", "revoke"];
  return (
    <ListItem
      actions={actions.map((action) => (
        <ConfirmButton
          key={action}
          label={`${actionNames[action]}…`}
          name={`${actionNames[action]} key ${name}`}
          question={`${actionNames[action]} ${name}?`}
          action={`${actionNames[action]} key`}
          variant={action === "roll" ? "main" : "danger"}
          act={act[action]}
        >
          {consequences[action]}
        </ConfirmButton>
      ))}
    >
      <p>
        <span className="font-semibold">{name}</span> <span className="font-mono text-13 text-muted">{hint}</span>
      </p>
      <p className="text-13 text-muted">
        <span className={works ? "text-ready" : "text-failed"}>{word}</span>
        {` · ${rights.join(", ")}`}
        {readOnly && " · read-only"}
        {addresses.length > 0 && ` · from ${addresses.join(", ")}`} · created <Moment at={createdAt} /> ·{" "}
        {lastUsedAt ? (
          <>
            used <Moment at={lastUsedAt} />
          </>
        ) : (
          "never used"
        )}
        {savedVersions > 0 && lastSavedAt && (
          <>
            {" "}
            · saved {savedVersions === 1 ? "1 template version" : `${savedVersions} template versions`}, last{" "}
            <Moment at={lastSavedAt} />
          </>
        )}
      </p>
    </ListItem>
  );
}

function stateOf({ revokedAt, expiresAt }: Key, now: Date): { word: string; works: boolean } {
  if (revokedAt && revokedAt <= now) return { word: "✕ revoked", works: false };
  if (expiresAt && expiresAt <= now) return { word: "✕ expired", works: false };
  if (revokedAt) return { word: `rolled, works until ${moment(revokedAt)}`, works: true };
  return { word: expiresAt ? `✓ works until ${moment(expiresAt)}` : "✓ works", works: true };
}

/** The next day in UTC: a key that expires at the start of today has expired. */
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

function NewKeyForm({ created }: { created: (made: MadeKey) => void }) {
  const create = trpc.keys.create.useMutation({ onSuccess: created });
  function submit(fields: FormData) {
    const day = String(fields.get("expires"));
    return create.mutateAsync({
      name: String(fields.get("name")),
      readOnly: fields.get("readOnly") === "on",
      rights: keyRightNames.filter((right) => fields.getAll("rights").includes(right)),
      addresses: String(fields.get("addresses"))
        .split(/[\s,]+/)
        .filter(Boolean),
      ...(day && { expiresAt: `${day}T00:00:00Z` }),
    });
  }
  return (
    <Panel title="Create key">
      <Form submit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" name="name" required maxLength={100} placeholder="shop server" />
          <Field
            label="Expires on (start of day, UTC)"
            name="expires"
            type="date"
            min={tomorrow()}
            hint="Leave empty for a key that does not expire."
          />
        </div>
        <Field
          label="Allowed IP addresses"
          name="addresses"
          placeholder="192.0.2.7, 198.51.100.0/24"
          hint="Leave empty to allow all IP addresses."
        />
        <CheckGroup label="Rights" name="rights">
          {keyRightNames.map((right) => (
            <Check key={right} name="rights" value={right} defaultChecked={defaultKeyRights.includes(right)}>
              <span>
                <span className="font-semibold">{right}</span>: {keyRights[right]}
              </span>
            </Check>
          ))}
        </CheckGroup>
        <Check name="readOnly">Read-only: can read results and statistics, but not change anything</Check>
        <SubmitButton variant="main">Create key</SubmitButton>
      </Form>
    </Panel>
  );
}

/** The secret with which receivers verify callbacks. It is shown once; after a roll, the old one works for another day. */
function CallbackSecret() {
  const current = trpc.callbacks.secret.useQuery();
  const roll = trpc.callbacks.rollSecret.useMutation();
  return (
    <Panel
      title="Callback secret"
      about="Every callback is signed as Standard Webhooks specifies. Your program uses this secret to verify that a callback comes from here and was not modified."
    >
      {roll.data && (
        <ShownOnce label="New callback secret" code={roll.data.secret}>
          Copy the secret now. It will not be shown again.
        </ShownOnce>
      )}
      <Loaded query={current} skeleton="h-10 w-64">
        {current.data ? (
          <div className="flex flex-wrap items-center gap-4">
            <ConfirmButton
              size="normal"
              label="Roll secret…"
              question="Roll the callback secret?"
              action="Roll secret"
              variant="main"
              act={() => roll.mutateAsync()}
            >
              <p>
                You get a new secret. For the next {graceSeconds / 3_600} hours, callbacks are also signed with the
                current one, so that you can update receivers.
              </p>
              {current.data.previousUntil && (
                <p className="mt-2">
                  You rolled it less than {graceSeconds / 3_600} hours ago. The secret before the current one stops
                  working immediately.
                </p>
              )}
            </ConfirmButton>
            <p className="text-13 text-muted">
              Created <Moment at={current.data.createdAt} />
              {current.data.previousUntil && ` · the previous secret works until ${moment(current.data.previousUntil)}`}
            </p>
          </div>
        ) : (
          <ActionButton act={() => roll.mutateAsync()}>Create secret</ActionButton>
        )}
      </Loaded>
    </Panel>
  );
}
