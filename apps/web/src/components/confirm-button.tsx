"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "./button.tsx";
import { type Confirmation, ConfirmDialog } from "./confirm-dialog.tsx";

interface Props extends Confirmation {
  /** On the button that asks, which ends in "…", and its accessible name if that says more. */
  label: string;
  name?: string;
  size?: ComponentProps<typeof Button>["size"];
  className?: string;
  /** Closes the dialog at once, because the parent shows the error. */
  closes?: boolean;
}

/** A button that does something once it is confirmed. */
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
