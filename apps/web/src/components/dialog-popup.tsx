import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef, useState } from "react";

export interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export function DialogPopup({ title, open, onOpenChange, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // What has the focus before a field of the dialog takes it. A menu's item, for example, is gone when the dialog closes.
  const [{ isOpen, opener }, note] = useState<{ isOpen: boolean; opener: Element | null }>({
    isOpen: false,
    opener: null,
  });
  if (open !== isOpen) note({ isOpen: open, opener: open ? document.activeElement : opener });
  function change(next: boolean, details: Base.Root.ChangeEventDetails) {
    // What was typed would be lost by a press beside it.
    if (details.reason === "outside-press" && popup.current?.querySelector("form")) details.cancel();
    else onOpenChange(next);
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup
          ref={popup}
          finalFocus={() => (opener instanceof HTMLElement && opener.matches("body *") ? opener : null)}
          className="fixed inset-x-4 top-[10vh] z-50 mx-auto max-h-[80vh] max-w-lg overflow-auto rounded-panel border border-line bg-panel p-5"
        >
          <Base.Title className="pr-8 font-semibold text-16">{title}</Base.Title>
          <div className="mt-3">{children}</div>
          {/* Last, so that the first thing to do has the focus. */}
          <Base.Close
            aria-label="Close"
            className="absolute top-4 right-4 rounded-field px-2 py-1 text-muted hover:text-ink"
          >
            ✕
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
