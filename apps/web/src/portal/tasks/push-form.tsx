"use client";

import { limits } from "@gatepost/contract/limits";
import { type FormEvent, useState } from "react";
import { Field, SelectField } from "../../components/field.tsx";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

/** Pushes a value of the kind that the wait asks for. */
export function PushForm({ taskId, variable }: { taskId: number; variable: Variable }) {
  const client = trpc.useUtils();
  const push = trpc.tasks.push.useMutation({ onSuccess: () => client.tasks.invalidate() });
  const [isTooLarge, setTooLarge] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const value = await enteredValue(form, (event.nativeEvent as SubmitEvent).submitter);
    const isOver = new Blob([value]).size > limits.variableBytes;
    setTooLarge(isOver);
    if (isOver) return push.reset();
    const { name, wait } = variable;
    push.mutate({ taskId, name, value, ...(wait !== null && { wait }) }, { onSuccess: () => form.reset() });
  }
  return (
    <div className="mt-3 space-y-3">
      {isTooLarge && (
        <Notice tone="failed">
          {variable.kind === "file"
            ? `Not sent: a file has at most ${maxFileKb} KB here. Copy the answer link, whose page takes larger ones.`
            : `Not sent: an answer has at most ${limits.variableBytes / 1024} KB.`}
        </Notice>
      )}
      {push.isSuccess && <Notice tone="ready">Sent. The task continues.</Notice>}
      <Form error={push.error} onSubmit={submit} className="flex max-w-md flex-wrap items-end gap-2">
        <ValueField variable={variable} busy={push.isPending} />
      </Form>
    </div>
  );
}

/** The field for a value of the wait's kind, and the button that sends it; in the words of the answer link's page (question-page.ts). */
export function ValueField({ variable: { kind, options }, busy }: { variable: Variable; busy: boolean }) {
  switch (kind) {
    case "yes_no":
      return (
        <>
          <SubmitButton name="value" value="yes" variant="main" busy={busy}>
            Yes
          </SubmitButton>
          <SubmitButton name="value" value="no" busy={busy}>
            No
          </SubmitButton>
        </>
      );
    case "choice":
      return (
        <>
          <div className="grow">
            <SelectField label="Answer" name="value" required defaultValue="">
              <option value="" disabled>
                Choose one
              </option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </SelectField>
          </div>
          <SendButton busy={busy} />
        </>
      );
    default:
      return (
        <>
          <div className="grow">
            <Field
              label="Answer"
              hint={kind === "file" && `At most ${maxFileKb} KB. The page of an answer link takes larger files.`}
              name="value"
              required
              className={kind === "file" ? "py-2" : "font-mono"}
              {...keyboards[kind]}
            />
          </div>
          <SendButton busy={busy} />
        </>
      );
  }
}

/** As base64 it is a third larger, and its name and type are sent with it. */
const maxFileKb = Math.floor((limits.variableBytes * 3) / 4 / 1024) - 2;

const keyboards = {
  text: { autoComplete: "one-time-code" },
  code: { autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false },
  number: { inputMode: "decimal", autoComplete: "off" },
  file: { type: "file" },
} as const;

function SendButton({ busy }: { busy: boolean }) {
  return (
    <SubmitButton variant="main" busy={busy}>
      Send answer
    </SubmitButton>
  );
}

/** What was entered into a form, by its field or by the button that submitted it; a file as JSON: {name, type, base64}. */
async function enteredValue(form: HTMLFormElement, submitter: HTMLElement | null): Promise<string> {
  const value = new FormData(form, submitter).get("value");
  if (!(value instanceof File)) return String(value ?? "");
  const bytes = new Uint8Array(await value.arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return JSON.stringify({ name: value.name, type: value.type || "application/octet-stream", base64 });
}
