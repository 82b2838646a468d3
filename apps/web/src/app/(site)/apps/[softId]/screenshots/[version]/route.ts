import { getScreenshot } from "@gatepost/domain/applications/pictures";
import { softIdIn } from "../../../../../../http/path-ids.ts";
import { visitor } from "../../../../../../opened-container.ts";
import { pictureAnswer } from "../../../../../../public/public-application.ts";

/** A screenshot of an application: always a WebP. Loading it is no view. */
export async function GET(
  _: Request,
  { params }: RouteContext<"/apps/[softId]/screenshots/[version]">,
): Promise<Response> {
  const { version, ...path } = await params;
  const softId = /^[\da-f]+$/.test(version) ? softIdIn(path.softId) : undefined;
  return pictureAnswer(
    softId ? await getScreenshot({ ctx: visitor(), input: { softId, version } }) : null,
    "image/webp",
  );
}
