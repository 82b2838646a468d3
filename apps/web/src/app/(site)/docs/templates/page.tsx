import { atDemoSite } from "@gatepost/contract/first-task";
import { templateGuide } from "@gatepost/contract/template-guide/sections";
import type { Metadata } from "next";
import { GuideSection } from "../../../../docs/guide-section.tsx";
import { demoSite } from "../../../../server/demo-site.ts";

export const metadata: Metadata = {
  title: "Templates",
  description: "How to write a template: every step with its parameters, an example, and when it fails.",
};

/** The same text as docs/templates.md. */
export default function TemplatesPage() {
  const sections = atDemoSite(templateGuide(), demoSite());
  return (
    <div className="grid gap-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label="Sections"
        className="h-fit text-13 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
      >
        <ul className="flex flex-wrap gap-x-4 gap-y-1.5 lg:block lg:space-y-1.5">
          {sections.map(({ id, title, level }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={`break-words text-muted hover:text-ink ${level === 3 ? "font-mono text-12" : ""}`}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <h1 className="font-semibold text-28 tracking-tight">Templates</h1>
        <p className="mt-3 max-w-prose text-muted">
          How to write one. For editors: the{" "}
          <a href="/schemas/template.json" className="text-accent underline underline-offset-4">
            JSON Schema
          </a>{" "}
          of the document. The methods are in the{" "}
          <a href="/docs#saveTemplate" className="text-accent underline underline-offset-4">
            API reference
          </a>
          .
        </p>
        {sections.map((section) => (
          <GuideSection key={section.id} {...section} />
        ))}
      </div>
    </div>
  );
}
