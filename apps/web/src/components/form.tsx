import { type ComponentProps, createContext, type FormEvent, type ReactNode, use, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** What the call of a form throws. */
type FormError = Error & { data?: { field: string | null } | null };

/** Why a form was not sent, and the name of its field that is to be corrected, if it is one. */
interface Problem {
  message: string;
  field: string | null;
}

/** A sentence about what was entered; `field` is the name of the field that is to be corrected. */
export class FormProblem extends Error {
  readonly data: { field: string | null };

  constructor(message: string, field: string | null = null) {
    super(message);
    this.data = { field };
  }
}

/** A form that leaves its page stays busy until then. */
export function untilLeft(): Promise<never> {
  return new Promise(() => {});
}

/** Leaves the page for another, which the browser loads anew. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return untilLeft();
}

/** Whether the form sends what was entered; undefined outside of one. */
const Sending = createContext<boolean | undefined>(undefined);
const FormProblemContext = createContext<Problem | null>(null);

/** The form's error about its field of this name; the field's own error comes first. */
export function useFieldError(name: string | undefined, own?: string): string | undefined {
  const problem = use(FormProblemContext);
  return own ?? (problem?.field === name ? problem?.message : undefined);
}

/** The button may be far below. */
const scrollTo = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Sends what was entered: the form is busy until then, and empty again afterwards. What it throws is the form's error. */
  submit: (fields: FormData) => unknown;
  /** What was entered stays. */
  keepsValues?: boolean;
  /** Shown above the fields where there is no error. */
  notice?: ReactNode;
}

/** A form. An error about one of its fields is shown beside that field, which gets the focus; any other above the fields. */
export function Form({ submit, keepsValues = false, notice, children, ...props }: FormProps) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const { currentTarget, nativeEvent } = event;
    setSending(true);
    setProblem(null);
    try {
      await submit(new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter));
      if (!keepsValues) currentTarget.reset();
    } catch (thrown) {
      const { message, data } = thrown as FormError;
      const field = data?.field ? currentTarget.elements.namedItem(data.field) : null;
      setProblem({ message, field: field && (data?.field ?? null) });
      const first = field instanceof RadioNodeList ? field[0] : field;
      if (first instanceof HTMLElement) first.focus();
    }
    setSending(false);
  }
  return (
    <form onSubmit={send} {...props}>
      {!problem && notice}
      {problem?.field === null && (
        <div ref={scrollTo} className="basis-full">
          <Notice tone="failed">{problem.message}</Notice>
        </div>
      )}
      <Sending value={isSending}>
        <FormProblemContext value={problem}>{children}</FormProblemContext>
      </Sending>
    </form>
  );
}

/**
 * The button of a form that `onSubmit` submits. Before React has hydrated it, a submission would reload the page and lose what
 * was typed.
 */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<typeof Button> & { busyText?: string }) {
  const isSending = use(Sending);
  return (
    <Button {...props} busy={isSending} type="submit" needsScript>
      {(isSending && busyText) || children}
    </Button>
  );
}
