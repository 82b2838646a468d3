"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { PicturePicker } from "./picture-picker.tsx";

const maxScreenshots = 6;

/** The screenshots of the public page: added at the end, and removed. */
export function ScreenshotsForm({
  softId,
  screenshots,
}: {
  softId: number;
  screenshots: Answers["applications"]["get"]["screenshots"];
}) {
  const client = trpc.useUtils();
  const [problem, setProblem] = useState("");
  const onSuccess = () => client.applications.get.invalidate({ softId });
  const add = trpc.applications.addScreenshot.useMutation({ onSuccess });
  const remove = trpc.applications.removeScreenshot.useMutation({ onSuccess });
  const said = problem || add.error?.message || remove.error?.message;
  return (
    <Panel title="Screenshots">
      {said && <Notice tone="failed">{said}</Notice>}
      {screenshots.length === 0 && <p>None yet. Add one to show on the public page what the program looks like.</p>}
      <ul className="mt-1 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {screenshots.map(({ version, width, height }, index) => (
          <li key={version} className="rounded-field border border-line p-2">
            <img
              src={`/apps/${softId}/screenshots/${version}`}
              alt={`Screenshot ${index + 1}`}
              width={width}
              height={height}
              className="h-40 w-full object-contain"
            />
            <Button
              size="small"
              variant="quiet"
              className="mt-2"
              aria-label={`Remove screenshot ${index + 1}`}
              busy={remove.isPending}
              onClick={() => remove.mutate({ softId, version })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {screenshots.length < maxScreenshots && (
        <div className="mt-3">
          <PicturePicker
            label="Add a screenshot"
            side={1_600}
            busy={add.isPending}
            choose={(file) => add.mutate({ softId, file })}
            fail={setProblem}
          />
        </div>
      )}
      <p className="mt-2 text-13 text-muted">
        Up to {maxScreenshots} PNG, JPEG or WebP pictures, shown in this order and at most 1,600 pixels wide and high.
        The first one is also the preview of links in chats.
      </p>
    </Panel>
  );
}
