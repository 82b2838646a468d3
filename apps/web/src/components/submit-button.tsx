import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/**
 * The button of a form that `onSubmit` submits. Before React has hydrated it, a submission would reload the page and lose what
 * was typed.
 */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} type="submit" needsScript />;
}
