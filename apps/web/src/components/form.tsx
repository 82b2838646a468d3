import { type ComponentProps, createContext, type FormEvent, type ReactNode, use, useId, useState } from "react";
import { Button } from "./button.tsx";
import { inputBox as box, inputClass } from "./control-classes.ts";
import { scrollTo, useHydrated } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";

/** A field that is to be corrected, by its name, and why. */
interface FieldProblem {
  property: string;
  sentence: string;
}

/** What the call of a form throws. */
type FormError = Error & { data?: { fields?: readonly FieldProblem[] } | null };

/** Why a form was not sent. */
interface Problem {
  /** What is not about one of its fields. */
  message: string | undefined;
  fields: readonly FieldProblem[];
}

/** A sentence about what was entered; `field` is the name of the field that is to be corrected. */
export class FormProblem extends Error {
  readonly data: { fields: readonly FieldProblem[] };

  constructor(message: string, field?: string) {
    super(message);
    this.data = { fields: field ? [{ property: field, sentence: message }] : [] };
  }
}

/** A form that leaves its page stays busy until then. */
export const untilLeft = (): Promise<never> => new Promise(() => {});

/** Leaves the page for another, which the browser loads anew. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return untilLeft();
}

/** Whether the form around sends what was entered, or why it could not. */
const FormState = createContext<{ isSending?: boolean; problem?: Problem | null }>({});

/** The form's error about its field of this name; the field's own error comes first. */
function useFieldError(name: string | undefined, own?: string): string | undefined {
  const sentences = use(FormState).problem?.fields.flatMap(({ property, sentence }) =>
    property === name ? sentence : [],
  );
  return own ?? (sentences?.join(" ") || undefined);
}

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Sends what was entered: the form is busy until then, and empty again afterwards. What it throws is the form's error. */
  submit: (fields: FormData) => unknown;
  /** What was entered stays. */
  keepsValues?: boolean;
  /** Shown above the fields where there is no error. */
  notice?: ReactNode;
  /** Said above the fields once what was entered is sent, until something else is entered. */
  done?: string | undefined;
}

/** A form. Errors about its fields are shown beside them, the first of which gets the focus; any other above the fields. */
export function Form({ submit, keepsValues = false, notice, done, onInput, children, ...props }: FormProps) {
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const { currentTarget, nativeEvent } = event;
    setSending(true);
    setDone(false);
    setProblem(null);
    try {
      await submit(new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter));
      if (!keepsValues) currentTarget.reset();
      setDone(true);
    } catch (thrown) {
      const { message, data } = thrown as FormError;
      const named = data?.fields ?? [];
      const fields = named.filter(({ property }) => currentTarget.elements.namedItem(property));
      const others = named.filter((one) => !fields.includes(one)).map(({ sentence }) => sentence);
      setProblem({ message: others.join(" ") || (fields.length === 0 ? message : undefined), fields });
      const names = new Set(fields.map(({ property }) => property));
      const first = [...currentTarget.elements].find((one) => names.has(one.getAttribute("name") ?? ""));
      first?.closest("details")?.setAttribute("open", "");
      if (first instanceof HTMLElement) first.focus();
    }
    setSending(false);
  }
  return (
    <form
      onSubmit={send}
      onInput={(event) => {
        setDone(false);
        onInput?.(event);
      }}
      {...props}
    >
      {!problem && notice}
      {done && isDone && (
        <Notice tone="ready" className="basis-full">
          {done}
        </Notice>
      )}
      {problem?.message && (
        <div ref={scrollTo} className="basis-full">
          <Notice tone="failed">{problem.message}</Notice>
        </div>
      )}
      <FormState value={{ isSending, problem }}>{children}</FormState>
    </form>
  );
}

/**
 * The button of a form that `onSubmit` submits. Before React has hydrated it, a submission would reload the page and lose what
 * was typed.
 */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<typeof Button> & { busyText?: string }) {
  const { isSending } = use(FormState);
  return (
    <Button {...props} busy={isSending} type="submit" needsScript>
      {(isSending && busyText) || children}
    </Button>
  );
}

interface Labelled {
  label: string;
  hint?: ReactNode;
  /** Otherwise that of the form about the field of this name. */
  error?: string | undefined;
  /** The classes of the field with its label, where it stands beside others. */
  place?: string | undefined;
}

export function Field({ label, hint, error, place, ...props }: Labelled & ComponentProps<"input">) {
  return (
    <FieldFrame label={label} hint={hint} error={error} place={place} name={props.name}>
      {(own) => <input {...own} {...props} className={`${inputClass} ${props.className ?? ""}`} />}
    </FieldFrame>
  );
}

/** A label, a field for several lines of text, and its error. A text that is there can be changed once the page is hydrated. */
export function TextField({ label, hint, error, place, ...props }: Labelled & ComponentProps<"textarea">) {
  // React sets a textarea back to its text when it hydrates it; what was typed into an empty one stays.
  const readOnly = !useHydrated() && Boolean(props.value ?? props.defaultValue);
  return (
    <FieldFrame label={label} hint={hint} error={error} place={place} name={props.name}>
      {(own) => (
        <textarea
          {...own}
          rows={4}
          readOnly={readOnly}
          {...props}
          className={`${box} w-full py-2 text-14 ${props.className ?? ""}`}
        />
      )}
    </FieldFrame>
  );
}

interface SelectProps extends Labelled, ComponentProps<"select"> {
  /** The words of each value, in place of the options as children. */
  options?: Record<string, string>;
}

export function SelectField({ label, hint, error, place, options = {}, children, ...props }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} place={place} name={props.name}>
      {(own) => (
        <select {...own} {...props} className={inputClass}>
          {Object.entries(options).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

/** Checkboxes or radio buttons of one name below their label, with its error. */
export function CheckGroup({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <fieldset className="space-y-2" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-semibold text-13">{label}</legend>
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** A checkbox or radio button with its label beside it. `className` is the label's. */
export function Check({ children, className = "", type = "checkbox", ...input }: ComponentProps<"input">) {
  return (
    <label className={`flex items-center gap-2 ${className}`}>
      <input {...input} type={type} className="size-4 shrink-0" />
      {children}
    </label>
  );
}

interface SwitchProps {
  name: string;
  isOn: boolean;
  turn: (isOn: boolean) => void;
  children: ReactNode;
}

/** A setting that is on or off, with its words beside it. `name` says what it is about where the words alone do not. */
export function Switch({ name, isOn, turn, children }: SwitchProps) {
  return (
    <label className="mt-1.5 flex w-fit items-center gap-2 text-13">
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
        className="relative h-5 w-9 shrink-0 appearance-none rounded-full border border-muted bg-raised before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-muted checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent forced-colors:appearance-auto forced-colors:before:hidden"
      />
      {children}
    </label>
  );
}

/** What connects a field with its label, its hint and its error. */
export interface FieldConnection {
  id: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

interface FrameProps extends Labelled {
  name?: string | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  children: (own: FieldConnection) => ReactNode;
}

export function FieldFrame({ label, hint, error: own, place, name, aside, children }: FrameProps) {
  const id = useId();
  const error = useFieldError(name, own);
  const by = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={place}>
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="font-semibold text-13">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, "aria-describedby": by || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    error && (
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-13 text-failed">
        {error}
      </p>
    )
  );
}

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
