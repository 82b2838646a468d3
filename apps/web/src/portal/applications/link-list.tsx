"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Moment } from "../../components/moment.tsx";
import { trpc } from "../../trpc/client.tsx";

interface Link {
  shareId: number;
  name: string;
  createdAt: Date;
}

/** Share links or embedded charts, each with a button that revokes it. */
export function LinkList({
  links,
  kind,
  consequence,
  renew,
}: {
  links: readonly Link[];
  /** "link" or "chart". */
  kind: string;
  /** What happens to those who use it. */
  consequence: string;
  renew: () => Promise<void>;
}) {
  const revoke = trpc.shares.revoke.useMutation({ onSuccess: renew });
  if (links.length === 0) return null;
  return (
    <ul className="mt-3 divide-y divide-line border-line border-y">
      {links.map(({ shareId, name, createdAt }) => (
        <li key={shareId} className="flex items-center justify-between gap-3 py-2">
          <span>
            {name}{" "}
            <span className="text-13 text-muted">
              created <Moment at={createdAt} />
            </span>
          </span>
          <ConfirmButton
            label="Revoke …"
            name={`Revoke the ${kind} ${name}`}
            question={`Revoke the ${kind} ${name}?`}
            action={`Revoke the ${kind}`}
            busy={revoke.isPending && revoke.variables.shareId === shareId}
            error={revoke.error}
            act={() => revoke.mutate({ shareId })}
          >
            <p>{consequence} This cannot be undone.</p>
          </ConfirmButton>
        </li>
      ))}
    </ul>
  );
}
