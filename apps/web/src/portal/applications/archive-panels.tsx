"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";

interface Named {
  softId: number;
  name: string;
}

/** Archives an application once that is confirmed, and then opens the list. */
export function ArchivePanel({ softId, name }: Named) {
  const router = useRouter();
  const client = trpc.useUtils();
  const archive = trpc.applications.archive.useMutation({
    async onSuccess() {
      await Promise.all([client.applications.get.invalidate({ softId }), client.applications.list.invalidate()]);
      router.push("/dashboard/apps" as Route);
    },
  });
  return (
    <Panel title="Archive">
      <p className="max-w-prose">
        Removes the application from your list and hides its page. Its statistics and earnings are kept, and tasks with
        its softId still earn you money. You can restore it at any time.
      </p>
      <ConfirmButton
        size="normal"
        className="mt-3"
        label="Archive…"
        question={`Archive ${name}?`}
        action={`Archive ${name}`}
        busy={archive.isPending}
        error={archive.error}
        act={() => archive.mutate({ softId })}
      >
        <p>
          The public page and share links stop working immediately. After you restore the application, share links work
          again, and you can publish the page again.
        </p>
      </ConfirmButton>
    </Panel>
  );
}

/** All that can be done with an archived application. */
export function RestorePanel({ softId, name }: Named) {
  const client = trpc.useUtils();
  const restore = trpc.applications.restore.useMutation({
    onSuccess: () =>
      Promise.all([client.applications.get.invalidate({ softId }), client.applications.list.invalidate()]),
  });
  return (
    <Panel title="Archived">
      <p className="max-w-prose">
        {name} is archived: it is not in your list, and nothing about it can be changed. When you restore it, its share
        links work again; its public page stays hidden until you publish it.
      </p>
      {restore.error && <Notice tone="failed">{restore.error.message}</Notice>}
      <Button variant="main" className="mt-3" busy={restore.isPending} onClick={() => restore.mutate({ softId })}>
        Restore {name}
      </Button>
    </Panel>
  );
}
