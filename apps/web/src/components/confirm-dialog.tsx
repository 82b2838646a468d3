import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, type Opened } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

export interface Confirmation {
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
        <div className="mt-3">
          <Notice tone="failed">{error.message}</Notice>
        </div>
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
