"use client";

import { useState } from "react";
import { ApplicationIcon } from "../../components/application-icon.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { trpc } from "../../trpc/client.tsx";

const side = 128;

/** The application's icon: chosen, reduced in the browser, and stored; or removed. */
export function IconForm({ softId, name, icon }: { softId: number; name: string; icon: string | null }) {
  const client = trpc.useUtils();
  const [problem, setProblem] = useState("");
  const set = trpc.applications.setIcon.useMutation({ onSuccess: () => client.applications.invalidate() });
  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem("");
    await smallPng(file).then(
      (png) => set.mutate({ softId, png }),
      () => setProblem("The browser cannot read this file. Choose a PNG, JPEG or WebP picture."),
    );
  }
  const said = problem || set.error?.message;
  return (
    <Panel title="Picture">
      {said && <Notice tone="failed">{said}</Notice>}
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <ApplicationIcon softId={softId} name={name} icon={icon} />
        <label
          className={`${buttonClass("plain", "small")} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
        >
          {set.isPending ? "Storing …" : "Choose a picture"}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              target.value = "";
            }}
          />
        </label>
        {icon && (
          <Button size="small" variant="quiet" busy={set.isPending} onClick={() => set.mutate({ softId, png: null })}>
            Use initials
          </Button>
        )}
      </div>
      <p className="mt-2 text-13 text-muted">
        Shown beside its name, {side} pixels wide and high. Without a picture, its initials are shown.
      </p>
    </Panel>
  );
}

/** The picture within the square, as a PNG in base64. Metadata of its file (place, camera) is dropped. */
async function smallPng(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const scale = side / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas.getContext("2d")?.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
