import { documentFields, stepForms } from "@gatepost/contract/step-forms";
import type { Metadata } from "next";
import { TemplatePage } from "../../../../portal/templates/template-page.tsx";
import { portalView } from "../../../../trpc/server.tsx";

type Props = PageProps<"/dashboard/templates/[name]">;

async function nameOf({ params }: Props): Promise<string> {
  const { name } = await params;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await nameOf(props)).slice(0, 200) };
}

export default async function Page(props: Props) {
  const name = await nameOf(props);
  return portalView(<TemplatePage name={name} forms={stepForms()} fields={documentFields()} />, (trpc) => [
    trpc.templates.get.prefetch({ name }),
  ]);
}
