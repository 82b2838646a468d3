"use client";

import type { ParameterForm, StepForm } from "@gatepost/contract/step-forms";
import dynamic from "next/dynamic";
import { Empty, LoadError, PageHead, Skeleton } from "../../components/panel.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { orUnloaded } from "../../components/unloaded.tsx";
import { trpc } from "../../trpc/client.tsx";
import { FormsContext } from "./steps/editor-contexts.ts";

// A chunk of its own: no other page loads the editor. It is not rendered on the server, because what is clicked before its
// scripts have run would be lost.
const TemplateEditor = dynamic(
  () => orUnloaded(import("./template-editor.tsx").then((module) => module.TemplateEditor)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-96 w-full" />,
  },
);

/** Loads a template and opens it in the editor. The editor's draft stays as it is when the template is read again. */
export function TemplatePage({ name, forms, fields }: { name: string; forms: StepForm[]; fields: ParameterForm[] }) {
  const found = trpc.templates.get.useQuery({ name }, { refetchOnWindowFocus: false, refetchOnMount: "always" });
  // One that somebody else deletes meanwhile stays in the editor, from where it can be saved as a new one.
  if (found.error?.data?.errorCode === "ERROR_TEMPLATE_NOT_FOUND" && !found.data)
    return (
      <>
        <PageHead title="Template not found" />
        <Empty title="Your account has no template of this name">
          <ButtonLink href="/dashboard/templates">All templates</ButtonLink>
        </Empty>
      </>
    );
  if (found.error && !found.data) return <LoadError message={found.error.message} retry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="h-96 w-full" />;
  return (
    <FormsContext value={{ forms: new Map(forms.map((form) => [form.type, form])), fields }}>
      <TemplateEditor key={name} name={name} saved={found.data} />
    </FormsContext>
  );
}
