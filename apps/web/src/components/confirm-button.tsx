"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

interface Props {
  /** On the button that asks, which ends in "…", and its accessible name. */
  label: string;
  name: string;
  question: string;
  /** What happens then. */
  children: ReactNode;
  /** On the button that does it. */
  action: string;
  busy: boolean;
  error: { message: string } | null;
  act: () => void;
}

/** A button that does something that cannot be undone, once it is confirmed. */
export function ConfirmButton({ label, name, question, children, action, busy, error, act }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="danger" busy={busy} onClick={() => setAsking(true)} aria-label={name}>
        {label}
      </Button>
      <Dialog title={question} open={asking} onOpenChange={setAsking}>
        {children}
        {error && (
          <div className="mt-3">
            <Notice tone="failed">{error.message}</Notice>
          </div>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={act}>
            {action}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
