"use client";

import { useState } from "react";
import { Button } from "./button.tsx";
import { type Confirmation, ConfirmDialog } from "./confirm-dialog.tsx";

interface Props extends Confirmation {
  /** On the button that asks, which ends in "…", and its accessible name. */
  label: string;
  name: string;
}

/** A button that does something that cannot be undone, once it is confirmed. */
export function ConfirmButton({ label, name, ...dialog }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="danger"
        busy={dialog.busy ?? false}
        onClick={() => setAsking(true)}
        aria-label={name}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={asking} onOpenChange={setAsking} />
    </>
  );
}
