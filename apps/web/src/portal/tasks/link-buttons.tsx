"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Creates an answer link and copies it, and revokes those that were created. */
export function LinkButtons({ taskId, name }: { taskId: number; name: string }) {
  const [said, setSaid] = useState("");
  const create = trpc.tasks.createLink.useMutation({
    async onSuccess({ path }) {
      const link = new URL(path, location.origin).href;
      const copied = await navigator.clipboard.writeText(link).then(
        () => true,
        () => false,
      );
      setSaid(copied ? "Copied. Whoever has the link can answer." : link);
    },
  });
  const revoke = trpc.tasks.revokeLinks.useMutation({
    onSuccess: ({ revoked }) => setSaid(revoked === 1 ? "1 link revoked." : `${revoked} links revoked.`),
  });
  const error = create.error ?? revoke.error;
  return (
    <>
      <Button size="small" busy={create.isPending} onClick={() => create.mutate({ taskId, name })}>
        Copy answer link
      </Button>
      <Button size="small" busy={revoke.isPending} onClick={() => revoke.mutate({ taskId, name })}>
        Revoke links
      </Button>
      <span role="status" className="self-center break-all text-13 text-muted">
        {error ? error.message : said}
      </span>
    </>
  );
}
