import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { runPath } from "./template-path.ts";
import type { EditedDocument } from "./use-document.ts";
import type { SavedTemplate, Saving } from "./use-save.ts";
import { VersionList } from "./version-list.tsx";

interface Props {
  name: string;
  saved: SavedTemplate;
  edited: EditedDocument;
  saving: Saving;
  /** Whether the document has no problems. */
  isSound: boolean;
}

export function EditorHead({ name, saved, edited, saving, isSound }: Props) {
  const { undo, redo, canUndo, canRedo } = edited;
  const { save, isSaving, isUnsaved, isSaved, version } = saving;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const action = key === "s" ? save : key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : undefined;
      // What Try it asks for is in forms, whose fields have the browser's own undo.
      const isOther = action !== save && (event.target as Element).closest("form");
      if (!action || isOther) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const restore = (template: unknown, of: number) => {
    edited.setDocument(template, null);
    saving.restored(of);
    setOpen(false);
  };
  const canSave = isUnsaved || saved.builtIn;
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="text-13">
          <Link href="/dashboard/templates" className="text-muted hover:text-ink">
            Templates
          </Link>
        </p>
        <h1 className="font-semibold text-20 tracking-tight">{name}</h1>
        <p role="status" className="text-13 text-muted tabular-nums">
          {saved.builtIn ? "built in" : `version ${version}`}
          {isUnsaved ? <span className="text-waits"> · ● not saved</span> : isSaved ? " · saved" : ""}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button unavailable={!canUndo} onClick={undo} aria-keyshortcuts="Control+Z">
          Undo
        </Button>
        <Button unavailable={!canRedo} onClick={redo} aria-keyshortcuts="Control+Shift+Z">
          Redo
        </Button>
        {!saved.builtIn && (
          <>
            <Button onClick={() => setOpen(true)}>Versions</Button>
            <Dialog title="Versions" open={open} onOpenChange={setOpen}>
              <VersionList name={name} text={edited.text} restore={restore} />
            </Dialog>
          </>
        )}
        {/* The saved version: Try it runs what is in the editor. */}
        <ButtonLink href={runPath(name)}>Run</ButtonLink>
        <Button
          variant="main"
          busy={isSaving}
          unavailable={!canSave}
          disabled={!isSound}
          onClick={save}
          aria-keyshortcuts="Control+S"
        >
          Save
        </Button>
      </div>
    </div>
  );
}
