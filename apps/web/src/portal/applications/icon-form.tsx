"use client";

import { useState } from "react";
import { ApplicationIcon } from "../../components/application-icon.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";
import { PicturePicker } from "./picture-picker.tsx";

/** The application's icon: chosen and stored, or removed. */
export function IconForm({ softId, name, icon }: { softId: number; name: string; icon: string | null }) {
  const client = trpc.useUtils();
  const [problem, setProblem] = useState("");
  const set = trpc.applications.setIcon.useMutation({ onSuccess: () => client.applications.invalidate() });
  const said = problem || set.error?.message;
  return (
    <Panel title="Icon">
      {said && <Notice tone="failed">{said}</Notice>}
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <ApplicationIcon softId={softId} name={name} icon={icon} />
        <PicturePicker
          label="Choose a picture"
          side={512}
          busy={set.isPending}
          choose={(file) => set.mutate({ softId, file })}
          fail={setProblem}
        />
        {icon && (
          <Button size="small" variant="quiet" busy={set.isPending} onClick={() => set.mutate({ softId, file: null })}>
            Use initials
          </Button>
        )}
      </div>
      <p className="mt-2 text-13 text-muted">
        Shown beside its name, 128 pixels wide and high. Without a picture, its initials are shown.
      </p>
    </Panel>
  );
}
