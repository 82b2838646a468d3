"use client";

import dynamic from "next/dynamic";
import { Dialog, type Opened } from "../../components/dialog.tsx";

/** Loaded when it is opened. */
const KeysList = dynamic(() => import("./keys-list.tsx").then((module) => module.KeysList));

export function KeysHelp({ readOnly, ...opened }: Opened & { readOnly: boolean }) {
  return (
    <Dialog title="Keyboard shortcuts" {...opened}>
      <KeysList readOnly={readOnly} />
    </Dialog>
  );
}
