import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";
import { useFocusWhenGone } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";

interface ActionProps extends Omit<ComponentProps<typeof Button>, "onClick" | "busy"> {
  act: () => Promise<unknown>;
}

/**
 * A button that is busy until something is done. A notice after it, or at the end of its row, says why that failed. What is done may
 * take the button away.
 */
export function ActionButton({ act, ...button }: ActionProps) {
  const acting = useMutation({ mutationFn: act });
  const own = useRef<HTMLButtonElement>(null);
  useFocusWhenGone(own);
  return (
    <>
      <Button ref={own} {...button} busy={acting.isPending} onClick={() => acting.mutate()} />
      {acting.error && (
        <Notice tone="failed" className="order-last mt-2 basis-full">
          {acting.error.message}
        </Notice>
      )}
    </>
  );
}
