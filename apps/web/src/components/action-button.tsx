import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./panel.tsx";

interface ActionProps extends Omit<ComponentProps<typeof Button>, "onClick" | "busy"> {
  act: () => Promise<unknown>;
}

/** A button that is busy until something is done. A notice after it, or at the end of its row, says why that failed. */
export function ActionButton({ act, ...button }: ActionProps) {
  const acting = useMutation({ mutationFn: act });
  return (
    <>
      <Button {...button} busy={acting.isPending} onClick={() => acting.mutate()} />
      {acting.error && (
        <Notice tone="failed" className="order-last mt-2 basis-full">
          {acting.error.message}
        </Notice>
      )}
    </>
  );
}
