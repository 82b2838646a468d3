"use client";

import { useEffect, useRef, useState } from "react";
import { trpc } from "../../trpc/client.tsx";
import type { EditedDocument } from "./use-editing.ts";
import type { Saving } from "./use-save.ts";

interface Props {
  name: string;
  edited: EditedDocument;
  saving: Pick<Saving, "version" | "isUnsaved">;
}

/**
 * Keeps unsaved edits in the tab, so that they are there again when it is reloaded or its history leads back to the page:
 * restored as the latest edit of the version that they began from, which Undo takes back. `forget` gives them up.
 */
export function useKeptEdits({ name, edited, saving: { version, isUnsaved } }: Props) {
  const { data: me } = trpc.account.me.useQuery();
  const key = me ? `gatepost edits ${me.accountId} ${name}` : null;
  const [isRestored, setIsRestored] = useState(false);
  const isRead = useRef(false);
  const { text } = edited;

  useEffect(() => {
    if (!key) return;
    if (!isRead.current) {
      isRead.current = true;
      const kept = read(key, version);
      if (kept !== undefined && kept !== text) {
        edited.setText(kept, "restored");
        setIsRestored(true);
        return;
      }
    }
    if (isUnsaved) write(key, JSON.stringify({ version, text }));
    else remove(key);
  }, [key, text, isUnsaved, version]);

  return { isRestored: isRestored && isUnsaved, forget: () => key && remove(key) };
}

function read(key: string, version: number): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return kept?.version === version && typeof kept.text === "string" ? kept.text : undefined;
  } catch {
    return undefined;
  }
}

// A browser may refuse storage, and then nothing is kept.
function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
