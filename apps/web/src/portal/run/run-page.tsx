"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { PageHead, Skeleton } from "../../components/panel.tsx";
import { runPath } from "../templates/template-path.ts";

// Not rendered on the server, because what is entered before its scripts have run would be lost.
const RunForm = dynamic(() => import("./run-form.tsx").then((module) => module.RunForm), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full max-w-2xl" />,
});

/** A form that creates a task from a template. The template is in the address. */
export function RunPage() {
  const name = useSearchParams().get("template") ?? "";
  return (
    <>
      <PageHead title="Run a template">The task opens the website in a browser and runs the template's steps.</PageHead>
      <RunForm name={name} choose={(chosen) => history.replaceState(null, "", runPath(chosen || undefined))} />
    </>
  );
}
