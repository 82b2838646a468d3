import { recordVisit } from "@gatepost/domain/statistics/record-visit";
import { comesFromElsewhere } from "../../../../../http/origin.ts";
import { visitKind } from "../../../../../http/visit-kind.ts";
import { visitor } from "../../../../../opened-container.ts";
import { findPublicApplication } from "../../../../../public/public-application.ts";

/**
 * Counts the click, then redirects to the download. A browser that did not come from a page of this site is first sent
 * to the application's page, which names the destination. Otherwise anybody with an application could make links that
 * begin with this site's name and end elsewhere.
 */
async function download(request: Request, { params }: RouteContext<"/apps/[softId]/download">): Promise<Response> {
  const application = await findPublicApplication((await params).softId);
  if (!application?.downloadUrl) return new Response("There is no such download.\n", { status: 404 });
  if (comesFromElsewhere(request.headers)) return leadTo(`/apps/${application.softId}`);
  const { href } = new URL(application.downloadUrl);
  await recordVisit({
    ctx: visitor(),
    input: {
      metric: "download",
      softId: application.softId,
      userAgent: request.headers.get("user-agent"),
      kind: visitKind(request.method, request.headers),
    },
  });
  return leadTo(href);
}

function leadTo(location: string): Response {
  const headers = { location, "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };
  return new Response(null, { status: 302, headers });
}

export { download as GET, download as HEAD };
