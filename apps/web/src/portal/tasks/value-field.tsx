"use client";

import { limits } from "@gatepost/contract/limits";
import { Field, SelectField } from "../../components/field.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import type { Answers } from "../../trpc/client.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

/** The field for a value of the wait's kind, and the button that sends it; in the words of the answer link's page (answer-field.ts). */
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
export const maxFileKb = Math.floor((limits.variableBytes * 3) / 4 / 1024) - 2;

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
