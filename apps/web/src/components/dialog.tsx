import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import type { DialogProps } from "./dialog-popup.tsx";
import { focusHeading } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";
import { orUnloaded } from "./unloaded.tsx";

export type Opened = Pick<DialogProps, "open" | "onOpenChange">;

const Popup = dynamic(() => orUnloaded(import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup)), {
  ssr: false,
});

/** A modal dialog. Escape closes it, and the focus returns to where it was. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used && <Popup {...props} />;
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
  /** `main` for what is harmless. */
  variant?: "danger" | "main";
  act: () => Promise<unknown>;
}

/** Asks whether to do something. The dialog stays open until it is done, and says why it could not be done. */
export function ConfirmButton(props: ConfirmProps) {
  const { label, name, size = "small", className, question, children, variant = "danger" } = props;
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // What is deleted takes its button and its dialog with it.
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      const focused = document.activeElement;
      if (focused === current || focused?.closest("[role=dialog]")) focusHeading();
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
