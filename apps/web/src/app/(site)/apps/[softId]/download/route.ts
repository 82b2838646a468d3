import { recordDownload } from "@gatepost/domain/stats/record-visit";
import { visitor } from "../../../../../server/container.ts";
import { findPublicApplication } from "../../../../../server/public-application.ts";
import { visitKind } from "../../../../../server/visit-kind.ts";

interface Segments {
  params: Promise<{ softId: string }>;
}

/** Counts the click, then sends the browser to the download. */
async function download(request: Request, { params }: Segments): Promise<Response> {
  const application = await findPublicApplication((await params).softId);
  if (!application?.downloadUrl) return new Response("There is no such download.\n", { status: 404 });
  const { href } = new URL(application.downloadUrl);
  await recordDownload({
    ctx: visitor(),
    input: {
      softId: application.softId,
      userAgent: request.headers.get("user-agent"),
      kind: visitKind(request.method, (name) => request.headers.get(name)),
    },
  });
  return new Response(null, {
    status: 302,
    headers: { location: href, "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" },
  });
}

export { download as GET, download as HEAD };
