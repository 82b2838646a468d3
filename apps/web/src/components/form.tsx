"use client";

import { type ComponentProps, createContext, use, useLayoutEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Why the call of a form failed, and the name of the field that is to be corrected, if it is one. */
interface FormError {
  message: string;
  data?: { field: string | null } | null | undefined;
}

const RefusedField = createContext<{ name: string; message: string } | null>(null);

/** The form's error about its field of this name; the field's own error comes first. */
export function useFieldError(name: string | undefined, own?: string): string | undefined {
  const refused = use(RefusedField);
  return own ?? (refused?.name === name ? refused?.message : undefined);
}

/** The button may be far below. */
const scrollTo = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

/** A form. An error about one of its fields is shown beside that field, which gets the focus; any other above the fields. */
export function Form({ error, children, ...props }: ComponentProps<"form"> & { error: FormError | null }) {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<{ name: string; message: string } | null>(null);
  useLayoutEffect(() => {
    const name = error?.data?.field;
    const found = name ? form.current?.elements.namedItem(name) : null;
    setRefused(found && name && error ? { name, message: error.message } : null);
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (field instanceof HTMLElement) field.focus();
  }, [error]);
  return (
    <form ref={form} {...props}>
      {error && !refused && (
        <div ref={scrollTo} className="basis-full">
          <Notice tone="failed">{error.message}</Notice>
        </div>
      )}
      <RefusedField value={refused}>{children}</RefusedField>
    </form>
  );
}

/**
 * The button of a form that `onSubmit` submits. Before React has hydrated it, a submission would reload the page and lose what
 * was typed.
 */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} type="submit" needsScript />;
}
