import { recordVisit } from "@gatepost/domain/statistics/record-visit";
import type { VisitKind } from "@gatepost/domain/statistics/visit";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { originOf } from "../../../../http/origin.ts";
import { visitHeader } from "../../../../http/visit-kind.ts";
import { visitor } from "../../../../opened-container.ts";
import { ApplicationCard, linkPreview } from "../../../../public/application-page.tsx";
import { findPublicApplication } from "../../../../public/public-application.ts";

/** Cached per request, for the page and its title. */
const application = cache(findPublicApplication);

export async function generateMetadata({ params }: PageProps<"/apps/[softId]">): Promise<Metadata> {
  const shown = await application((await params).softId);
  if (!shown) notFound();
  return {
    ...linkPreview(shown, originOf(new Headers(await headers()))),
    ...(shown.demo && { robots: { index: false } }),
  };
}

/** The public page of an application. The view is committed before the page is sent. */
export default async function ApplicationPage({ params }: PageProps<"/apps/[softId]">) {
  const shown = await application((await params).softId);
  if (!shown) notFound();
  const sent = await headers();
  await recordVisit({
    ctx: visitor(),
    input: {
      metric: "view",
      softId: shown.softId,
      userAgent: sent.get("user-agent"),
      kind: (sent.get(visitHeader) ?? "document") as VisitKind,
    },
  });
  return <ApplicationCard application={shown} />;
}
