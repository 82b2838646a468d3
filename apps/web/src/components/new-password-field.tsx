import { Field } from "./field.tsx";

/** The field in which a password is chosen, under the rules of sign-up. */
export function NewPasswordField({ hint = "", ...field }: { label: string; name: string; hint?: string }) {
  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint={`At least 10 characters. ${hint}`.trim()}
    />
  );
}
