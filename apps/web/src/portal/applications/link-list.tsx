"use client";

import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Moment } from "../../components/moment.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { LoadError } from "../../components/notice.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";

type Link = Answers["shares"]["list"]["items"][number];

/** The share links or embedded charts of an application, each with a button that revokes it. */
export function LinkList({
  softId,
  embedded = false,
  kind,
  consequence,
  nameOf = ({ name }) => name,
}: {
  softId: number;
  /** Embedded charts instead of share links. */
  embedded?: boolean;
  /** "link" or "chart". */
  kind: string;
  /** What happens to those who use it. */
  consequence: string;
  nameOf?: (link: Link) => string;
}) {
  const client = trpc.useUtils();
  const list = trpc.shares.list.useInfiniteQuery({ softId, embedded }, pages);
  const revoke = trpc.shares.revoke.useMutation({ onSuccess: () => client.shares.list.invalidate({ softId }) });
  const links = (itemsOf(list.data) ?? []).map((link) => ({ ...link, name: nameOf(link) }));
  return (
    <>
      {list.error && <LoadError message={list.error.message} retry={() => list.refetch()} />}
      {links.length > 0 && (
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
                label="Revoke…"
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
      )}
      <MoreButton pages={list} />
    </>
  );
}
