"use client";

import { atDemoSite, firstTask } from "@gatepost/contract/first-task";
import { waitForIt } from "@gatepost/contract/limits";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Form, SubmitButton, untilLeft } from "../../components/form.tsx";
import { useHydrated } from "../../components/page-hooks.ts";
import { Loaded, PageHead, Skeleton } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { usePortal } from "../portal-context.tsx";
import { runCall } from "../tasks/task-facts.ts";
import {
  chosenSecrets,
  enteredVariables,
  type GivenValues,
  type OnFailure,
  withSecrets,
} from "../templates/given-values.ts";
import { keepWebsite, readWebsite } from "../templates/kept-website.ts";
import { runPath } from "../templates/template-path.ts";
import { TemplateSelect } from "../templates/template-select.tsx";
import { OnFailureField, RunCost, useAttempt, ValueFields, WebsiteField } from "../templates/value-fields.tsx";
import { mayLeave, useUnsavedWarning } from "../use-unsaved-warning.ts";

type Found = Answers["templates"]["get"];

/** A form that creates a task from a template. The template is in the address. */
export function RunPage() {
  const name = useSearchParams().get("template") ?? "";
  // What is entered before the page's scripts have run would be lost.
  const isReady = useHydrated();
  return (
    <>
      <PageHead title="Run a template">The task opens the website in a browser and runs the template's steps.</PageHead>
      {isReady ? (
        <RunForm name={name} choose={(chosen) => history.replaceState(null, "", runPath(chosen || undefined))} />
      ) : (
        <Skeleton className="h-96 w-full max-w-2xl" />
      )}
    </>
  );
}

function RunForm({ name, choose }: { name: string; choose: (name: string) => void }) {
  const found = trpc.templates.get.useQuery({ name }, { enabled: name !== "", refetchOnWindowFocus: false });
  return (
    <div className="max-w-2xl space-y-4">
      <TemplateSelect
        label="Template"
        none="Choose a template"
        value={name}
        onChange={({ target }) => mayLeave() && choose(target.value)}
        hint={found.data?.template.description}
      />
      {name === "" ? (
        <p className="text-muted">
          Or <PageLink href="/dashboard/new-template">create a template of your own</PageLink>, from a recording of your
          browser or step by step.
        </p>
      ) : (
        <Loaded query={found} skeleton="h-96 w-full">
          {found.data && <ValuesForm key={name} name={name} found={found.data} />}
        </Loaded>
      )}
    </div>
  );
}

function ValuesForm({ name, found }: { name: string; found: Found }) {
  const router = useRouter();
  const { key, origin, demoSite } = usePortal();
  const [example] = useState(() => exampleFor(name, demoSite));
  const [website] = useState(() => readWebsite(name) || (example?.websiteURL ?? ""));
  const [websiteURL, setWebsiteURL] = useState(website);
  const [given] = useState<GivenValues>(example?.values ?? new Map());
  const [values, setValues] = useState(given);
  const [onFailure, setOnFailure] = useState<OnFailure>();
  const create = trpc.tasks.create.useMutation();
  const [attempt] = useAttempt();
  const isSent = create.isPending || create.isSuccess;
  useUnsavedWarning(!isSent && (values !== given || websiteURL !== website));
  const secrets = chosenSecrets(values);
  const template = secrets.size > 0 ? { template: withSecrets(found.template, secrets) } : { templateName: name };
  const variables = enteredVariables(found.variables, values);
  async function submit() {
    const input = { ...template, websiteURL: websiteURL.trim(), onFailure, variables, attempt };
    keepWebsite(name, input.websiteURL);
    const { taskId } = await create.mutateAsync(input);
    router.push(`/dashboard/tasks/${taskId}`);
    return untilLeft();
  }
  return (
    <Form submit={submit} className="space-y-4">
      {example && (
        <p className="text-13 text-muted">The form has example values for the demo site. You can run it as it is.</p>
      )}
      <WebsiteField autoComplete="off" value={websiteURL} change={setWebsiteURL} />
      <ValueFields variables={found.variables} values={values} change={setValues} offersSecrets />
      <OnFailureField chosen={onFailure} ofTemplate={found.template.onFailure} change={setOnFailure} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="main">Run</SubmitButton>
        <p className="text-13 text-muted">
          <RunCost />
        </p>
      </div>
      <details>
        <summary className="cursor-pointer text-13 text-accent">The call that does the same</summary>
        <p className="my-2 text-13 text-muted">
          Programs create tasks this way. Passwords and files are shown as “…”.
          {key === "YOUR_KEY" && " Replace YOUR_KEY with a key of yours."}
        </p>
        <CodeBlock
          label="The call that does the same"
          code={runCall({
            origin,
            key,
            template,
            websiteURL,
            onFailure,
            variables: found.variables,
            entered: variables,
          })}
        />
      </details>
    </Form>
  );
}

/** What a template can be given on the demo site, if that runs and there is an example for the template. */
function exampleFor(templateName: string, demoSite: string | undefined) {
  if (demoSite === undefined || templateName !== firstTask.templateName) return undefined;
  const { websiteURL, variables } = atDemoSite(firstTask, demoSite);
  const values = Object.entries(variables).map(([name, value]) => {
    const isLate = value === waitForIt;
    return [name, { text: isLate ? "" : value, isLate }] as const;
  });
  return { websiteURL, values: new Map(values) };
}
