import { atDemoSite } from "@gatepost/contract/first-task";
import { templateGuide } from "@gatepost/contract/template-guide/guide";
import type { Metadata } from "next";
import { TextLink } from "../../../../components/text-link.tsx";
import { DocsFrame } from "../../../../public/docs/docs-frame.tsx";
import { GuideSection } from "../../../../public/docs/guide-section.tsx";
import { demoSite } from "../../../../settings.ts";

export const metadata: Metadata = {
  title: "Templates",
  description: "How to write a template: every step with its parameters, an example, and when it fails.",
};

/** The same text as docs/templates.md. */
export default function TemplatesPage() {
  const sections = atDemoSite(templateGuide(), demoSite());
  return (
    <DocsFrame
      wide
      title="Templates"
      label="Sections"
      entries={sections.map(({ id, title, level }) => ({ href: `#${id}`, text: title, code: level === 3 }))}
      intro={
        <>
          How to write one. For editors: the <TextLink href="/schemas/template.json">JSON Schema</TextLink> of the
          document. The methods are in the <TextLink href="/docs#saveTemplate">API reference</TextLink>.
        </>
      }
    >
      {sections.map((section) => (
        <GuideSection key={section.id} {...section} />
      ))}
    </DocsFrame>
  );
}
