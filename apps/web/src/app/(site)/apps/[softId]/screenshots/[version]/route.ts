import { getScreenshot } from "@gatepost/domain/applications/pictures";
import { pictureAnswer } from "../../../../../../public/public-application.ts";

type Context = RouteContext<"/apps/[softId]/screenshots/[version]">;

/** A screenshot of an application: always a WebP. Loading it is no view. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  return pictureAnswer(getScreenshot, "image/webp", await params);
}
