import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { focusHeading } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";

export interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface DialogProps extends Opened {
  title: string;
  children: ReactNode;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ open, ...shown }: DialogProps) {
  return open && createPortal(<OpenDialog {...shown} />, document.body);
}

function OpenDialog({ title, onOpenChange, children }: Omit<DialogProps, "open">) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current as HTMLDialogElement;
    // What was typed into a form would be lost by a press beside it.
    if (!shown.querySelector("form")) shown.setAttribute("closedby", "any");
    shown.showModal();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={({ currentTarget }) => currentTarget.open || onOpenChange(false)}
      className="fixed inset-x-4 top-[10vh] bottom-auto mx-auto max-h-[80vh] w-auto max-w-lg overflow-auto rounded-panel border border-line bg-panel p-5 text-ink backdrop:bg-shade"
    >
      <h2 className="pr-8 font-semibold text-16">{title}</h2>
      {/* Otherwise the dialog would open only once what it loads is there. */}
      <div className="mt-3">
        <Suspense>{children}</Suspense>
      </div>
      {/* Last, so that the first thing to do has the focus. */}
      <button
        type="button"
        aria-label="Close"
        onClick={() => onOpenChange(false)}
        className="absolute top-4 right-4 rounded-field px-2 py-1 text-muted hover:text-ink"
      >
        ✕
      </button>
    </dialog>
  );
}

interface ConfirmProps {
  /** On the button that asks, which ends in "…", and its accessible name if that says more. */
  label: string;
  name?: string;
  size?: ComponentProps<typeof Button>["size"];
  question: string;
  /** What happens then. */
  children: ReactNode;
  /** On the button that does it, and on the one that does not. */
  action: string;
  cancel?: string;
  /** `main` for what is harmless. */
  variant?: "danger" | "main";
  act: () => Promise<unknown>;
}

/** Asks whether to do something. The dialog stays open until it is done, and says why it could not be done. */
export function ConfirmButton(props: ConfirmProps) {
  const { label, name, size = "small", question, children, variant = "danger" } = props;
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // What is deleted takes its button and its dialog with it. Until the dialog has gone too, nothing else can have the focus.
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      const focused = document.activeElement;
      if (focused === current || focused?.closest("dialog")) queueMicrotask(focusHeading);
    };
  }, []);
  const acting = useMutation({ mutationFn: props.act, onSuccess: () => setAsking(false) });
  const ask = () => {
    acting.reset();
    setAsking(true);
  };
  return (
    <>
      <Button
        ref={button}
        size={size}
        variant={variant === "main" ? "plain" : "danger"}
        onClick={ask}
        aria-label={name}
      >
        {label}
      </Button>
      <Dialog title={question} open={asking} onOpenChange={setAsking}>
        <div>{children}</div>
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
