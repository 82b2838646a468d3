"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Moment } from "../../components/moment.tsx";
import { moment } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";

type Key = Answers["keys"]["list"]["items"][number];

const actionNames = { roll: "Roll", revoke: "Revoke", remove: "Remove" } as const;
export type KeyAction = keyof typeof actionNames;

const consequences: Record<KeyAction, string> = {
  roll: `You get a new key with the same permissions. The old one works for another ${graceSeconds / 3_600} hours, so that you can update your programs.`,
  revoke: "All calls with this key are refused from now on. This cannot be undone.",
  remove:
    "It no longer works, and disappears from this list. Template versions that it saved stay, without its name. This cannot be undone.",
};

/** A key with what it may do, when it was used, and what can be done with it. */
export function KeyRow({ act, busy, ...key }: Key & { act: (action: KeyAction) => void; busy: boolean }) {
  const { name, hint, rights, readOnly, addresses, lastUsedAt, savedVersions, lastSavedAt, createdAt, revokedAt } = key;
  const { word, works } = stateOf(key, new Date());
  const actions: KeyAction[] = !works ? ["remove"] : revokedAt ? ["revoke"] : ["roll", "revoke"];
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
      <div className="flex gap-2">
        {actions.map((action) => (
          <ConfirmButton
            key={action}
            label={`${actionNames[action]}…`}
            name={`${actionNames[action]} key ${name}`}
            question={`${actionNames[action]} ${name}?`}
            action={`${actionNames[action]} key`}
            variant={action === "roll" ? "main" : "danger"}
            busy={busy}
            closes
            act={() => act(action)}
          >
            <p>{consequences[action]}</p>
          </ConfirmButton>
        ))}
      </div>
    </li>
  );
}

function stateOf({ revokedAt, expiresAt }: Key, now: Date): { word: string; works: boolean } {
  if (revokedAt && revokedAt <= now) return { word: "✕ revoked", works: false };
  if (expiresAt && expiresAt <= now) return { word: "✕ expired", works: false };
  if (revokedAt) return { word: `rolled, works until ${moment(revokedAt)}`, works: true };
  return { word: expiresAt ? `✓ works until ${moment(expiresAt)}` : "✓ works", works: true };
}
