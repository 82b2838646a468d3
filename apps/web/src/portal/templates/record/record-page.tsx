"use client";

import { firstCode, firstTask } from "@gatepost/contract/first-task";
import type { StepForm } from "@gatepost/contract/step-forms";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Form, SubmitButton } from "../../../components/form.tsx";
import { PageHead, Panel, Skeleton } from "../../../components/panel.tsx";
import { orUnloaded } from "../../../components/unloaded.tsx";
import { trpc } from "../../../trpc/client.tsx";
import { usePortal } from "../../portal-context.tsx";
import { FormsContext } from "../steps/editor-contexts.ts";
import { useAttempt, WebsiteField } from "../value-fields.tsx";

const Recording = dynamic(() => orUnloaded(import("./recording.tsx").then((module) => module.Recording)), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});

/** Opens an address in a worker's browser, and makes a template of what is done there. */
export function RecordPage({ forms }: { forms: StepForm[] }) {
  const { demoSite } = usePortal();
  const [address, setAddress] = useState("");
  const create = trpc.tasks.record.useMutation();
  const [attempt] = useAttempt();
  const submit = () => create.mutateAsync({ websiteURL: address.trim(), attempt });
  if (create.data)
    return (
      <FormsContext value={{ forms: new Map(forms.map((form) => [form.type, form])), fields: [] }}>
        <Recording
          taskId={create.data.taskId}
          websiteURL={create.variables?.websiteURL ?? ""}
          hint={demoSite !== undefined && address.startsWith(demoSite) && <DemoSignIn />}
        />
      </FormsContext>
    );
  return (
    <>
      <PageHead title="Record a template">
        Do by hand what the template should do. Everything that you do on the page becomes a step.
      </PageHead>
      <Form submit={submit} keepsValues className="max-w-2xl">
        <Panel>
          <WebsiteField value={address} change={setAddress} hint="The page on which the tasks of the template begin." />
          {demoSite !== undefined && (
            <div className="flex flex-wrap items-center gap-2 text-13 text-muted">
              <Button size="small" onClick={() => setAddress(`${demoSite}/login`)}>
                Use the demo site
              </Button>
              <DemoSignIn />
            </div>
          )}
          <SubmitButton variant="main">Start recording</SubmitButton>
          <p className="text-13 text-muted">
            What you type becomes variables. Passwords and codes are never kept. A recording costs nothing.
          </p>
        </Panel>
      </Form>
    </>
  );
}

/** What somebody enters there who has never seen it. */
function DemoSignIn() {
  const { login_input_value: login, password_input_value: password } = firstTask.variables;
  return (
    <span>
      {" "}
      Sign in as <b>{login}</b> with the password <b>{password}</b>. The code is <b>{firstCode}</b>.
    </span>
  );
}
