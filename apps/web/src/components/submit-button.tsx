"use client";

import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/**
 * The button of a form that `onSubmit` submits. It is disabled until React has hydrated it, because a click, or Enter in a
 * field, would reload the page before and lose what was typed. It looks the same then.
 */
export function SubmitButton({ disabled = false, ...props }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return (
    <Button
      {...props}
      type="submit"
      disabled={disabled || !hydrated}
      data-hydrating={(!disabled && !hydrated) || undefined}
    />
  );
}
