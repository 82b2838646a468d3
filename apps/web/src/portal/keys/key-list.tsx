"use client";

import { defaultKeyRights, type KeyRight, keyRightNames, keyRights } from "@gatepost/contract/rights";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Moment } from "../../components/moment.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Empty, LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { moment } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { useNewKey } from "../guide/new-key.tsx";

type Key = Answers["keys"]["list"]["items"][number];

/** The keys of the account: created and shown once, rolled with a grace period, revoked. Working keys come first. */
export function KeyList() {
  const client = trpc.useUtils();
  const renew = () => client.keys.list.invalidate();
  const list = trpc.keys.list.useInfiniteQuery({}, pages);
  const keys = itemsOf(list.data);
  const { keep } = useNewKey();
  const kept = ({ clientKey }: { clientKey: string }) => {
    keep(clientKey);
    return renew();
  };
  const create = trpc.keys.create.useMutation({ onSuccess: kept });
  const roll = trpc.keys.roll.useMutation({ onSuccess: kept });
  const revoke = trpc.keys.revoke.useMutation({ onSuccess: renew });
  const made = roll.data ?? create.data;
  const problem = create.error ?? roll.error ?? revoke.error;
  return (
    <>
      <PageHead title="Keys">Programs send a key with every call, as clientKey. Only its hash is stored.</PageHead>
      <div className="space-y-4">
        {problem && <Notice tone="failed">{problem.message}</Notice>}
        {made && (
          <div className="space-y-2">
            <Notice tone="ready">Copy the key now. It is not stored and will not be shown again.</Notice>
            <CodeBlock label="New key" code={made.clientKey} />
          </div>
        )}
        <NewKey
          busy={create.isPending}
          make={(input, done) => {
            roll.reset();
            create.mutate(input, { onSuccess: done });
          }}
        />
        {list.error ? (
          <LoadError message={list.error.message} retry={() => list.refetch()} />
        ) : !keys ? (
          <Skeleton className="h-40 w-full" />
        ) : keys.length === 0 ? (
          <Empty title="No keys yet">
            <p>Create one above, name it after the program that will use it, and add it to the program's settings.</p>
          </Empty>
        ) : (
          <Panel title="Your keys">
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <OneKey
                  key={key.keyId}
                  {...key}
                  roll={(graceSeconds) => {
                    create.reset();
                    roll.mutate({ keyId: key.keyId, graceSeconds });
                  }}
                  revoke={() => revoke.mutate({ keyId: key.keyId })}
                  busy={roll.isPending || revoke.isPending}
                />
              ))}
            </ul>
            <MoreButton pages={list} />
          </Panel>
        )}
      </div>
    </>
  );
}

interface NewKeyInput {
  name: string;
  readOnly: boolean;
  rights: KeyRight[];
  addresses: string[];
  expiresAt?: Date;
}

function NewKey({ busy, make }: { busy: boolean; make: (input: NewKeyInput, done: () => void) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const day = String(data.get("expires"));
    make(
      {
        name: String(data.get("name")),
        readOnly: data.get("readOnly") === "on",
        rights: keyRightNames.filter((right) => data.getAll("rights").includes(right)),
        addresses: String(data.get("addresses"))
          .split(/[\s,]+/)
          .filter(Boolean),
        ...(day && { expiresAt: new Date(`${day}T00:00:00Z`) }),
      },
      () => form.reset(),
    );
  }
  return (
    <Panel title="Create key">
      <form onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" name="name" required maxLength={100} placeholder="shop server" />
          <Field
            label="Expires on (start of day, UTC)"
            name="expires"
            type="date"
            hint="Leave empty for a key that does not expire."
          />
        </div>
        <Field
          label="Allowed addresses"
          name="addresses"
          placeholder="192.0.2.7, 198.51.100.0/24"
          hint="Leave empty to allow all addresses."
        />
        <fieldset className="space-y-2">
          <legend className="mb-1 font-semibold text-13">Rights</legend>
          {keyRightNames.map((right) => (
            <label key={right} className="flex items-center gap-2">
              <input
                type="checkbox"
                name="rights"
                value={right}
                defaultChecked={defaultKeyRights.includes(right)}
                className="size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="font-semibold">{right}</span>: {keyRights[right]}
              </span>
            </label>
          ))}
        </fieldset>
        <label className="flex items-center gap-2">
          <input type="checkbox" name="readOnly" className="size-4 shrink-0 accent-accent" />
          Read-only: can read results and statistics, but not change anything
        </label>
        <Button type="submit" variant="main" busy={busy}>
          Create key
        </Button>
      </form>
    </Panel>
  );
}

function stateOf({ revokedAt, expiresAt }: Key, now: Date): { word: string; works: boolean } {
  if (revokedAt && revokedAt <= now) return { word: "✕ revoked", works: false };
  if (expiresAt && expiresAt <= now) return { word: "✕ expired", works: false };
  if (revokedAt) return { word: `rolled, works until ${moment(revokedAt)}`, works: true };
  return { word: expiresAt ? `✓ works until ${moment(expiresAt)}` : "✓ works", works: true };
}

function OneKey({
  roll,
  revoke,
  busy,
  ...key
}: Key & { roll: (graceSeconds: number) => void; revoke: () => void; busy: boolean }) {
  const [asking, setAsking] = useState<"roll" | "revoke" | null>(null);
  const { name, hint, rights, readOnly, addresses, lastUsedAt, savedVersions, lastSavedAt, createdAt, revokedAt } = key;
  const { word, works } = stateOf(key, new Date());
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
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
      </div>
      {works && (
        <div className="flex gap-2">
          {!revokedAt && (
            <Button size="small" onClick={() => setAsking("roll")} aria-label={`Roll key ${name}`}>
              Roll…
            </Button>
          )}
          <Button size="small" variant="danger" onClick={() => setAsking("revoke")} aria-label={`Revoke key ${name}`}>
            Revoke…
          </Button>
        </div>
      )}
      <Dialog
        title={asking === "roll" ? `Roll ${name}?` : `Revoke ${name}?`}
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
      >
        <p>
          {asking === "roll"
            ? "You get a new key with the same permissions. The old one works for another 24 hours, so that you can update your programs."
            : "All calls with this key are refused from now on. This cannot be undone."}
        </p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsking(null)}>Cancel</Button>
          <Button
            variant={asking === "roll" ? "main" : "danger"}
            busy={busy}
            onClick={() => {
              if (asking === "roll") roll(86_400);
              else revoke();
              setAsking(null);
            }}
          >
            {asking === "roll" ? "Roll key" : "Revoke key"}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}
