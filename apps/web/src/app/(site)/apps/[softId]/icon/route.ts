import { getApplicationIcon } from "@gatepost/domain/applications/pictures";
import { softIdIn } from "../../../../../http/path-ids.ts";
import { visitor } from "../../../../../opened-container.ts";
import { pictureAnswer } from "../../../../../public/public-application.ts";

/** An application's icon: always a PNG, and immutable under its version. */
export async function GET(request: Request, { params }: RouteContext<"/apps/[softId]/icon">): Promise<Response> {
  const version = new URL(request.url).searchParams.get("v") ?? "";
  const softId = /^[\da-f]+$/.test(version) ? softIdIn((await params).softId) : undefined;
  return pictureAnswer(
    softId ? await getApplicationIcon({ ctx: visitor(), input: { softId, version } }) : null,
    "image/png",
  );
}
