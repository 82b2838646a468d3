import { isPasswordName, limits } from "@gatepost/contract/limits";
import { Check, CheckGroup, Field, Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { helpWords } from "../../components/task-labels.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { base64Of } from "../files.ts";

type Variable = Answers["tasks"]["get"]["variables"][number];

export function PushForm({ taskId, variable }: { taskId: number; variable: Variable }) {
  const push = trpc.tasks.push.useMutation();
  async function submit(fields: FormData) {
    // Entered into the field, or said by the button.
    const entered = fields.get("value");
    const value = entered instanceof File ? await fileAsText(entered) : String(entered ?? "");
    const { name, wait, kind } = variable;
    if (new Blob([value]).size > limits.variableBytes)
      throw new FormProblem(
        kind === "file"
          ? `Not sent: a file has at most ${maxFileKb} KB here. Copy the answer link, whose page takes larger ones.`
          : `Not sent: an answer has at most ${limits.variableBytes / 1024} KB.`,
      );
    await push.mutateAsync({ taskId, name, value, ...(wait !== null && { wait }) });
  }
  return (
    <Form
      submit={submit}
      done={variable.awaitedAt ? "Sent. The task continues." : "Sent."}
      className="mt-3 flex max-w-md flex-wrap items-end gap-2"
    >
      <ValueField variable={variable} />
    </Form>
  );
}

/** The field for a value of the wait's kind, and the button that sends it; in the words of the answer link's page (question-page.ts). */
export function ValueField({ variable: { name, kind, options } }: { variable: Variable }) {
  switch (kind) {
    case "yes_no":
      return (
        <>
          <SubmitButton name="value" value="yes" variant="main">
            Yes
          </SubmitButton>
          <SubmitButton name="value" value="no">
            No
          </SubmitButton>
        </>
      );
    case "live":
      return (
        <SubmitButton name="value" value="true">
          Done
        </SubmitButton>
      );
    case "help":
      return options.map((option, index) => (
        <SubmitButton key={option} name="value" value={option} variant={index === 0 ? "main" : "plain"}>
          {helpWords[option] ?? option}
        </SubmitButton>
      ));
    case "choice":
      return (
        <>
          <div className="basis-full">
            <CheckGroup label="Choose one" name="value">
              {options.map((option) => (
                <Check key={option} type="radio" name="value" value={option} required className="wrap-anywhere">
                  {option}
                </Check>
              ))}
            </CheckGroup>
          </div>
          <SubmitButton variant="main">Send answer</SubmitButton>
        </>
      );
    default:
      return (
        <>
          <Field
            place="grow"
            label="Answer"
            hint={kind === "file" && `At most ${maxFileKb} KB. The page of an answer link takes larger files.`}
            name="value"
            required
            className={kind === "file" ? "py-2" : "font-mono"}
            {...keyboards[kind === "text" && isPasswordName(name) ? "password" : kind]}
          />
          <SubmitButton variant="main">Send answer</SubmitButton>
        </>
      );
  }
}

/** As base64 it is a third larger, and its name and type are sent with it. */
export const maxFileKb = Math.floor((limits.variableBytes * 3) / 4 / 1024) - 2;

const keyboards = {
  password: { type: "password", autoComplete: "off" },
  text: { autoComplete: "one-time-code" },
  code: { autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false },
  number: { inputMode: "decimal", autoComplete: "off" },
  file: { type: "file" },
} as const;

/** A file as the portal sends it, as JSON: {name, type, base64}. */
export async function fileAsText(file: File): Promise<string> {
  const type = file.type || "application/octet-stream";
  return JSON.stringify({ name: file.name, type, base64: await base64Of(file) });
}
