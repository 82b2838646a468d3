import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

export interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export function DialogPopup({ title, open, onOpenChange, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Popup className="fixed inset-x-4 top-[10vh] z-50 mx-auto max-h-[80vh] max-w-lg overflow-auto rounded-panel border border-line bg-panel p-5">
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
