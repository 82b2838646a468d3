import { useMutation } from "@tanstack/react-query";
import { ActionButton } from "../../components/action-button.tsx";
import { buttonClass } from "../../components/control-classes.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { ApplicationIcon } from "../../components/icons.tsx";
import { Notice, Panel } from "../../components/panel.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { base64Of } from "../files.ts";

export function IconForm({ softId, name, icon }: { softId: number; name: string; icon: string | null }) {
  const set = trpc.applications.setIcon.useMutation();
  return (
    <Panel title="Icon">
      <div className="flex flex-wrap items-center gap-3">
        <ApplicationIcon softId={softId} name={name} icon={icon} />
        <PicturePicker label="Choose a picture" side={512} store={(file) => set.mutateAsync({ softId, file })} />
        {icon && (
          <ActionButton size="small" variant="quiet" act={() => set.mutateAsync({ softId, file: null })}>
            Use initials
          </ActionButton>
        )}
      </div>
      <p className="text-13 text-muted">
        Shown beside its name, 128 pixels wide and high. Without a picture, its initials are shown.
      </p>
    </Panel>
  );
}

const maxScreenshots = 6;

type Screenshots = Answers["applications"]["get"]["screenshots"];

export function ScreenshotsForm({ softId, screenshots }: { softId: number; screenshots: Screenshots }) {
  const add = trpc.applications.addScreenshot.useMutation();
  const remove = trpc.applications.removeScreenshot.useMutation();
  return (
    <Panel title="Screenshots">
      {screenshots.length === 0 && <p>None yet. Add one to show on the public page what the program looks like.</p>}
      <ul className="grid gap-3 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {screenshots.map(({ version, width, height }, index) => (
          <li key={version} className="space-y-2 rounded-field border border-line p-2">
            <img
              src={`/apps/${softId}/screenshots/${version}`}
              alt={`Screenshot ${index + 1}`}
              width={width}
              height={height}
              className="h-40 w-full object-contain"
            />
            <ConfirmButton
              label="Remove…"
              name={`Remove screenshot ${index + 1}`}
              question={`Remove screenshot ${index + 1}?`}
              action="Remove screenshot"
              act={() => remove.mutateAsync({ softId, version })}
            >
              It is deleted, and no longer shown on the public page.
            </ConfirmButton>
          </li>
        ))}
      </ul>
      {screenshots.length < maxScreenshots && (
        <PicturePicker label="Add a screenshot" side={1_600} store={(file) => add.mutateAsync({ softId, file })} />
      )}
      <p className="text-13 text-muted">
        Up to {maxScreenshots} PNG, JPEG or WebP pictures, shown in this order and at most 1,600 pixels wide and high.
        The first one is also the preview of links in chats.
      </p>
    </Panel>
  );
}

interface PicturePickerProps {
  label: string;
  /** Pixels of the longer side, at most. */
  side: number;
  /** Takes the picture in base64. */
  store: (file: string) => Promise<unknown>;
}

/** A button to choose a picture's file, which is made smaller in the browser if it has to be. */
function PicturePicker({ label, side, store }: PicturePickerProps) {
  const storing = useMutation({ mutationFn: async (file: File) => store(await uploadPicture(file, side)) });
  return (
    <>
      <label
        className={`${buttonClass("plain", "small")} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
      >
        {storing.isPending ? "Saving…" : label}
        <input
          type="file"
          accept="image/*"
          aria-label={label}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file && !storing.isPending) storing.mutate(file);
            target.value = "";
          }}
        />
      </label>
      {storing.error && <Notice tone="failed">{storing.error.message}</Notice>}
    </>
  );
}

/** Bytes that the server takes. */
const maxBytes = 180_000;

/** Types that the server takes, and types to try in turn for a picture that must be made smaller. */
const taken = ["image/png", "image/jpeg", "image/webp"];
const smaller = [
  ["image/png", 1],
  ["image/webp", 0.9],
  ["image/webp", 0.7],
  ["image/jpeg", 0.7],
  ["image/jpeg", 0.4],
] as const;

/**
 * A picture in base64 for the server: the file itself if it is small enough, otherwise what the browser makes of it, with
 * `side` pixels at most. Rejects with a sentence if the browser cannot read the file.
 */
async function uploadPicture(file: File, side: number): Promise<string> {
  const unreadable = new Error("The browser cannot read this file. Choose a PNG, JPEG or WebP picture.");
  const refuse = () => {
    throw unreadable;
  };
  const picture = await createImageBitmap(file).catch(refuse);
  if (taken.includes(file.type) && file.size <= maxBytes) return base64Of(file);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const [type, quality] of smaller) {
    const blob = await canvas.convertToBlob({ type, quality }).catch(refuse);
    if (blob.size <= maxBytes) return base64Of(blob);
  }
  return refuse();
}
