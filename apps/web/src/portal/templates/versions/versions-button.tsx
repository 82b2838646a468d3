"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import type { EditedDocument } from "../use-editing.ts";

const VersionList = dynamic(() => import("./version-list.tsx").then((module) => module.VersionList), { ssr: false });

/** Opens the earlier versions of the template. */
export function VersionsButton({ name, edited, current }: { name: string; edited: EditedDocument; current: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Versions</Button>
      <Dialog title="Versions" open={open} onOpenChange={setOpen}>
        <VersionList name={name} edited={edited} current={current} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
