import { getScreenshot } from "@gatepost/domain/applications/pictures";
import { softIdOf } from "../../../../../../http/path-ids.ts";
import { visitor } from "../../../../../../opened-container.ts";
import { pictureAnswer } from "../../../../../../public/public-application.ts";

/** A screenshot of an application: always a WebP. Loading it is no view. */
export async function GET(
  _: Request,
  { params }: RouteContext<"/apps/[softId]/screenshots/[version]">,
): Promise<Response> {
  const { softId, version } = await params;
  const asked = /^[\da-f]+$/.test(version);
  const input = { softId: softIdOf(softId), version };
  return pictureAnswer(asked ? await getScreenshot({ ctx: visitor(), input }) : null, "image/webp");
}
