import { Dialog as Base } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./panel.tsx";

/** Whether a dialog is open, where another part of the page can open it. */
export interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, open, onOpenChange, children }: Opened & { title: string; children: ReactNode }) {
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

interface ConfirmProps {
  /** On the button that asks, which ends in "…", and its accessible name if that says more. */
  label: string;
  name?: string;
  size?: ComponentProps<typeof Button>["size"];
  className?: string;
  question: string;
  /** What happens then. */
  children: ReactNode;
  /** On the button that does it, and on the one that does not. */
  action: string;
  cancel?: string;
  /** `main` for what harms nobody. */
  variant?: "danger" | "main";
  act: () => Promise<unknown>;
}

/** Asks whether to do something. The dialog stays open until it is done, and says why it could not be done. */
export function ConfirmButton(props: ConfirmProps) {
  const { label, name, size = "small", className, question, children, variant = "danger" } = props;
  const [asking, setAsking] = useState(false);
  const acting = useMutation({ mutationFn: props.act, onSuccess: () => setAsking(false) });
  const ask = () => {
    acting.reset();
    setAsking(true);
  };
  return (
    <>
      <Button
        size={size}
        className={className}
        variant={variant === "main" ? "plain" : "danger"}
        onClick={ask}
        aria-label={name}
      >
        {label}
      </Button>
      <Dialog title={question} open={asking} onOpenChange={setAsking}>
        {children}
        {acting.error && (
          <Notice tone="failed" className="mt-3">
            {acting.error.message}
          </Notice>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{props.cancel ?? "Cancel"}</Button>
          <Button variant={variant} busy={acting.isPending} onClick={() => acting.mutate()}>
            {props.action}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
