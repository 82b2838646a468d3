"use client";

import { graceSeconds } from "@gatepost/contract/limits";
import { CodeBlock } from "../../components/code-block.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Empty, Loaded, Notice } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { useNewKey } from "../guide/new-key.tsx";
import { type KeyAction, KeyRow } from "./key-row.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

/** The keys of the account: created and shown once, rolled with a grace period, revoked, and removed once they have ended. Working keys come first. */
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
  const remove = trpc.keys.delete.useMutation({ onSuccess: renew });
  function act(action: KeyAction, keyId: number) {
    if (action === "revoke") return revoke.mutate({ keyId });
    if (action === "remove") return remove.mutate({ keyId });
    create.reset();
    roll.mutate({ keyId, graceSeconds });
  }
  const made = roll.data ?? create.data;
  const problem = roll.error ?? revoke.error ?? remove.error;
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
        <NewKeyForm
          busy={create.isPending}
          error={create.error}
          create={(input, done) => {
            roll.reset();
            create.mutate(input, { onSuccess: done });
          }}
        />
        <Loaded query={list} skeleton="h-40 w-full">
          {keys?.length === 0 ? (
            <Empty title="No keys yet">
              <p>Create one above, name it after the program that will use it, and add it to the program's settings.</p>
            </Empty>
          ) : (
            <Panel title="Your keys">
              <ul className="divide-y divide-line">
                {keys?.map((key) => (
                  <KeyRow
                    key={key.keyId}
                    {...key}
                    act={(action) => act(action, key.keyId)}
                    busy={roll.isPending || revoke.isPending || remove.isPending}
                  />
                ))}
              </ul>
              <MoreButton pages={list} />
            </Panel>
          )}
        </Loaded>
      </div>
    </>
  );
}
