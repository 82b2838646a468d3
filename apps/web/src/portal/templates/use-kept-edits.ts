"use client";

import { useEffect, useRef, useState } from "react";
import { trpc } from "../../trpc/client.tsx";
import { keepEdits, keyOfEdits, readEdits, removeEdits } from "./kept-edits.ts";
import type { EditedDocument } from "./use-editing.ts";
import type { Saving } from "./use-save.ts";

interface Props {
  name: string;
  edited: EditedDocument;
  saving: Pick<Saving, "version" | "isUnsaved">;
}

/**
 * Keeps unsaved edits in the tab, so that they are there again when it is reloaded or its history leads back to the page:
 * restored as the latest edit of the version that they began from, which Undo takes back. `discard` deletes
 * them, and so does signing out.
 */
export function useKeptEdits({ name, edited, saving: { version, isUnsaved } }: Props) {
  const { data: me } = trpc.account.me.useQuery();
  const key = me ? keyOfEdits(me.accountId, name) : null;
  const [isRestored, setIsRestored] = useState(false);
  const isRead = useRef(false);
  const { text } = edited;

  useEffect(() => {
    if (!key) return;
    if (!isRead.current) {
      isRead.current = true;
      const kept = readEdits(key, version);
      if (kept !== undefined && kept !== text) {
        edited.setText(kept, "restored");
        setIsRestored(true);
        return;
      }
    }
    if (isUnsaved) keepEdits(key, { version, text });
    else removeEdits(key);
  }, [key, text, isUnsaved, version]);

  return { isRestored: isRestored && isUnsaved, discard: () => key && removeEdits(key) };
}
