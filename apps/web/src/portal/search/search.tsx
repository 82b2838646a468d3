"use client";

import dynamic from "next/dynamic";
import { useLayoutEffect } from "react";
import { Dialog } from "../../components/dialog.tsx";

/** Loaded when it is opened. */
const Finder = dynamic(() => import("./finder.tsx").then((module) => module.Finder));

/** Finds an application or a page from everywhere in the portal. The key `/` opens it, among others. */
export function Search({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  useLayoutEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [role=dialog], [contenteditable]")) return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [setOpen]);
  return (
    <Dialog title="Search" open={open} onOpenChange={setOpen}>
      <Finder close={() => setOpen(false)} />
    </Dialog>
  );
}

export function SearchButton({ open, className }: { open: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="/"
      onClick={open}
      className={`h-9 items-center justify-between gap-3 rounded-field border border-line px-2 text-13 text-muted hover:border-muted hover:text-ink ${className}`}
    >
      Search…<kbd className="hidden rounded-field border border-line px-1.5 font-mono text-12 lg:inline">/</kbd>
    </button>
  );
}
