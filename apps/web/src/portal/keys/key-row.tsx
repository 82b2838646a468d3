"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Moment } from "../../components/moment.tsx";
import { moment } from "../../format/time.ts";
import type { Answers } from "../../trpc/client.tsx";

type Key = Answers["keys"]["list"]["items"][number];

/** A key with what it may do, when it was used, and what can be done with it while it works. */
export function KeyRow({
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
      <ConfirmDialog
        question={asking === "roll" ? `Roll ${name}?` : `Revoke ${name}?`}
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        action={asking === "roll" ? "Roll key" : "Revoke key"}
        variant={asking === "roll" ? "main" : "danger"}
        busy={busy}
        act={() => {
          if (asking === "roll") roll(graceSeconds);
          else revoke();
          setAsking(null);
        }}
      >
        <p>
          {asking === "roll"
            ? `You get a new key with the same permissions. The old one works for another ${graceSeconds / 3_600} hours, so that you can update your programs.`
            : "All calls with this key are refused from now on. This cannot be undone."}
        </p>
      </ConfirmDialog>
    </li>
  );
}

function stateOf({ revokedAt, expiresAt }: Key, now: Date): { word: string; works: boolean } {
  if (revokedAt && revokedAt <= now) return { word: "✕ revoked", works: false };
  if (expiresAt && expiresAt <= now) return { word: "✕ expired", works: false };
  if (revokedAt) return { word: `rolled, works until ${moment(revokedAt)}`, works: true };
  return { word: expiresAt ? `✓ works until ${moment(expiresAt)}` : "✓ works", works: true };
}
