import dynamic from "next/dynamic";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import type { DialogProps } from "./dialog-popup.tsx";
import { Notice } from "./panel.tsx";

export type Opened = Pick<DialogProps, "open" | "onOpenChange">;

const Popup = dynamic(() => import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup), { ssr: false });

/** A modal dialog. Escape closes it, and the focus returns to where it was. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used && <Popup {...props} />;
}

interface Props extends Confirmation {
  /** On the button that asks, which ends in "…", and its accessible name if that says more. */
  label: string;
  name?: string;
  size?: ComponentProps<typeof Button>["size"];
  className?: string;
  /** Closes the dialog at once, because the parent shows the error. */
  closes?: boolean;
}

export function ConfirmButton({ label, name, size = "small", className, closes = false, ...dialog }: Props) {
  const [asking, setAsking] = useState(false);
  const act = () => {
    dialog.act();
    if (closes) setAsking(false);
  };
  return (
    <>
      <Button
        size={size}
        className={className}
        variant={dialog.variant === "main" ? "plain" : "danger"}
        busy={dialog.busy ?? false}
        onClick={() => setAsking(true)}
        aria-label={name}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} act={act} open={asking} onOpenChange={setAsking} />
    </>
  );
}

interface Confirmation {
  question: string;
  /** What happens then. */
  children: ReactNode;
  /** On the button that does it, and on the one that does not. */
  action: string;
  cancel?: string;
  /** `main` for what harms nobody. */
  variant?: "danger" | "main";
  busy?: boolean;
  error?: { message: string } | null;
  act: () => void;
}

/** Asks whether to do something. It stays open until the parent closes it, so that it can show an error. */
export function ConfirmDialog(props: Confirmation & Opened) {
  const { question, children, action, cancel = "Cancel", variant = "danger", busy = false, error, act } = props;
  return (
    <Dialog title={question} open={props.open} onOpenChange={props.onOpenChange}>
      {children}
      {error && (
        <Notice tone="failed" className="mt-3">
          {error.message}
        </Notice>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => props.onOpenChange(false)}>{cancel}</Button>
        <Button variant={variant} busy={busy} onClick={act}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
