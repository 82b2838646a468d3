"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Check, Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Panel } from "../../components/panel.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { trpc } from "../../trpc/client.tsx";
import { RecordingFields, type RecordingInput } from "./recording-fields.tsx";
import { templatePath } from "./template-path.ts";

/** What a template from scratch begins with, because every template has a step. */
const firstSteps = [{ type: "TAKE_SCREENSHOT" }];

/** Names a new template, and saves its first version: from scratch, or of a recording. */
export function NewTemplate() {
  const router = useRouter();
  const client = trpc.useUtils();
  const [begins, setBegins] = useState<"scratch" | "recording">("scratch");
  const [recorded, setRecorded] = useState<RecordingInput | null>(null);
  const save = trpc.templates.save.useMutation();
  const busy = save.isPending || save.isSuccess;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const name = String(new FormData(event.currentTarget).get("name"));
    const onSuccess = () => {
      // There may have been another template of this name.
      void client.templates.get.reset({ name: name.trim() });
      router.push(templatePath(name.trim()));
    };
    if (begins === "scratch")
      save.mutate({ template: { name, description: "", steps: firstSteps }, ifVersion: 0 }, { onSuccess });
    else if (recorded) save.mutate({ ...recorded, name, ifVersion: 0 }, { onSuccess });
  }
  return (
    <>
      <PageHead title="New template">
        To begin from a built-in one, copy it from the <PageLink href="/dashboard/templates">templates</PageLink>.
      </PageHead>
      <Form error={save.error} onSubmit={submit} className="max-w-2xl">
        <Panel>
          <div className="space-y-4">
            <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
              <legend className="mb-1.5 font-semibold text-13">Start</legend>
              <Choice checked={begins === "scratch"} choose={() => setBegins("scratch")}>
                From scratch
              </Choice>
              <Choice checked={begins === "recording"} choose={() => setBegins("recording")}>
                From a recording
              </Choice>
            </fieldset>
            {begins === "recording" && <RecordingFields change={setRecorded} />}
            <Field
              label="Name"
              name="name"
              required
              maxLength={200}
              placeholder="Download the monthly invoice"
              hint="Tasks use it by this name."
            />
            <SubmitButton variant="main" busy={busy} disabled={begins === "recording" && !recorded}>
              Create template
            </SubmitButton>
          </div>
        </Panel>
      </Form>
    </>
  );
}

function Choice({ checked, choose, children }: { checked: boolean; choose: () => void; children: string }) {
  return (
    <Check
      type="radio"
      name="begins"
      checked={checked}
      onChange={choose}
      // Chosen before React hydrated the page, which then sees no event.
      ref={(input) => {
        if (input?.checked && !checked) choose();
      }}
    >
      {children}
    </Check>
  );
}
