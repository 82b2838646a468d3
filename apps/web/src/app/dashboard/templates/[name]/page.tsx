import { documentFields, stepForms } from "@gatepost/contract/step-forms";
import type { Metadata } from "next";
import { TemplatePage } from "../../../../portal/templates/template-page.tsx";
import { portalView } from "../../../../trpc/server.tsx";

type Props = PageProps<"/dashboard/templates/[name]">;

/** Next.js has decoded the name here, and gives it to the page encoded. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name.slice(0, 200) };
}

export default async function Page({ params }: Props) {
  const name = decodeURIComponent((await params).name);
  return portalView(<TemplatePage name={name} forms={stepForms()} fields={documentFields()} />, (trpc) => [
    trpc.templates.get.prefetch({ name }),
  ]);
}
